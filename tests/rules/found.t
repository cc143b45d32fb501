# Bugs that were found by reading and by stress, so that they stay away.

## E4 the event tells the points that are scored
@sheets duelo oficial penas jackpot
position $RULES; hands R5 / G2 W; discard R7; draw Y1
0 play R5
event {"event":"counted","seat":1,"points":52}
event {"event":"scored","seat":0,"points":52}

## A1 nobody draws for their own card: a Draw Two hits the next seat, whatever turn that seat has lost
position jackpot; hands RJ B1 B2 B3 / R+2 B4 B5 B6; discard R7; draw Y1 Y2 Y3 Y4 Y5 Y6; spins any; rule skip; rule skip
0 play RJ
0 choose 0
1 play R+2
gain 0 2 1 -1
: turn=1 phase=play

## A2 nor does anybody skip himself
position jackpot; hands RJ B1 B2 B3 / RS B4 B5 B6; discard R7; draw Y1 Y2 Y3 Y4 Y5 Y6; spins any; rule skip; rule skip
0 play RJ
0 choose 0
1 play RS
: turn=1 phase=play

## A5 nor challenges himself
position jackpot; hands RJ B1 B2 B3 / W+4 B4 B5 B6; discard R7; draw Y1 Y2 Y3 Y4 Y5 Y6; spins any; rule skip; rule skip
0 play RJ
0 choose 0
1 play W+4 B
: turn=0 phase=struck pending=4

## T5 a seat that lost its turn has not passed: the round is not blocked
position jackpot; hands RJ B1 B2 B3 / B4 B5 B6 / G8 G9; discard R7; draw -; spins right; rule skip, draw 2; rule skip; rule skip
0 play RJ
1 pass
0 pass
1 pass
: phase=play turn=2

## H-no-bluffing a drawn Wild Draw Four that has become a bluff may be kept
position penas; hands B1 B2 B3 / G2 W / G3 W; discard R7; draw W+4 R1 R2 Y1; options no_bluffing=true must_play=true
0 draw
: phase=drawn
1 accuse 0
0 admit
: phase=drawn
can keep
0 keep
: turn=1

## T3 a position in phase drawn: only a card that fits, and it must be played where it must
position oficial; hands B1 G2 / G2 W; discard R7; draw Y1; phase drawn; drawn B1
error bad_position
position oficial; hands R1 G2 / G3; discard R7; draw Y1; phase drawn; drawn R1
cannot keep
0 keep
error must_play
position oficial; hands R1 R2 / G3; discard R7; draw Y1; phase drawn; drawn R1
can keep

## U3 a position in phase drawn: the next player has begun
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G2 / G3; discard R7; draw Y1 Y2 Y3; phase drawn; drawn R1
0 catch 1
error nothing_to_catch

## U1 a call before a card that is not played does not count for the next turn
position duelo; hands G1 / B1 B2 B3; discard R7; draw R5 Y1 Y2 Y3 Y4 Y5
0 draw
0 uno
0 keep
: uno=[false,false]

## X2 the events tell a stack from a Wild Draw Four
position sin-reversa; hands R+2 R1 / G+2 G1 / B1 B2; discard R7; draw Y1 Y2 Y3 Y4 Y5 Y6
0 play R+2 uno
1 play G+2 uno
2 accept
event {"event":"drew","seat":2,"for":"stack"}

## X2 and a Draw Two alone is a Draw Two
position sin-reversa; hands R+2 R1 / G1 G2 / B1 B2; discard R7; draw Y1 Y2 Y3 Y4 Y5 Y6
0 play R+2 uno
1 accept
event {"event":"drew","seat":1,"for":"draw_two"}

## E5 H-teams when all tie beyond the target all lose, and nobody wins
position sin-reversa; hands R5 / G3 G7 / W / B9 B1 Y9 Y1; discard R7; draw Y2; scores 230 240 220 230; options teams=true
0 play R5
: match_winners=[] match_losers=[0,1,2,3]

## S9 the color that a rule card has named stays named
position jackpot; hands R5 R6 / WJ G2; discard WJ; draw Y1 Y2 Y3; turned_up true; rule wilds; rule wilds
0 choose 1
1 color G
: phase=play turn=0 color=G

## S4 what has been said before a card is turned up stays said
position oficial; hands R5 / G2; discard R7; draw Y1 Y2; turned_up true; uno true true
: uno=[true,true]

## T6 out of turn comes first, then the hand
position oficial; hands R5 R6 / G2 G3; discard R7; draw Y1
1 play B9
error not_your_turn

# Rows that nothing defended: found by changing each row of the matrix (mutants.py).

## D1 without a number of seats a table has the sheet's own
@each RULES,SCORES sin-reversa : [0,0,0,0] | duelo : [0,0] | oficial : [0,0,0,0] | penas : [0,0,0,0] | jackpot : [0,0,0,0]
> {"do":"new","rules":"$RULES","seed":1}
= {"ok":true,"state":{"scores":$SCORES}}

## S2 by lot no cards are drawn for the deal
@for RULES,SEED sin-reversa,2 duelo,2 penas,2
> {"do":"new","rules":"$RULES","players":2,"seed":$SEED}
= {"ok":true,"events":[{"event":"dealer"},{"event":"dealt"},{"event":"dealt"},{"event":"turned"}]}

## E7 each their own hand where the sheet does not say: the lowest wins, nobody is named a loser
@sheets duelo penas
position $RULES; hands R5 / W W+4 / B1; discard R7; draw Y2; scores 0 450 100; options scoring=hands
0 play R5
: phase=match_over match_winners=[0] match_losers=[]

## T3 a position in phase drawn without a drawn card: it is the last one listed
> {"do":"position","rules":"duelo","turn":0,"phase":"drawn","hands":[["G2","R1"],["G3","G4"]],"discard":["R7"],"draw":["Y1"]}
= {"ok":true,"state":{"phase":"drawn"}}
plays R1
can keep
