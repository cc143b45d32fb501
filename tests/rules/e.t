# E: the end of a round
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7

## E1 the first to play the last card wins the round
@sheets all
position $RULES; hands R1 / G2 B4 / B1 B2; discard R7; draw $DRAW
: phase=play round_winner=null
0 play R1
: phase=round_over round_winner=0 pending=0 top=R1
hand 0 -

## E1 nobody plays on after that
@sheets all
position $RULES; hands R1 / R2 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
1 play R2
error
1 draw
error
0 catch 1
error

## E1 any seat can win it
@sheets all
position $RULES; hands R1 G5 / R2 / B1 B2; discard R7; draw $DRAW; uno false true false
0 play R1 uno
1 play R2
: phase=round_over round_winner=1

## E1 any card can be the last: Skip, Wild
@sheets all
@for CARD RS W
position $RULES; hands $CARD / G2 B4 / B1 B2; discard R7; draw $DRAW
0 play $CARD G
: phase=round_over round_winner=0
gain 0 -1

## E1 any card can be the last: Reverse, with two players too
@sheets all -sin-reversa
position $RULES; hands RR / G2 B4; discard R7; draw $DRAW
0 play RR
: phase=round_over round_winner=0

## E2 last card a Draw Two: the next player draws it first and it counts
@sheets duelo oficial jackpot
position $RULES; hands R+2 / G2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3
0 play R+2
hand 1 G2 B4 Y1 Y2
: phase=round_over round_winner=0 scores=[12,0,0]

## E2 last card a Wild Draw Four: the same
@sheets duelo oficial jackpot
position $RULES; hands W+4 / G2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3 Y4 Y5
0 play W+4 G
hand 1 G2 B4 Y1 Y2 Y3 Y4
: phase=round_over round_winner=0 scores=[19,0,0]

## E2 where no line asks for it, it is not drawn: Draw Two
position penas; hands R+2 / G2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3
0 play R+2
hand 1 G2 B4
: phase=round_over round_winner=0 scores=[9,0,0] draw_count=3

## E2 where no line asks for it, it is not drawn: Wild Draw Four
position penas; hands W+4 / G2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3 Y4 Y5
0 play W+4 G
hand 1 G2 B4
: phase=round_over round_winner=0 scores=[9,0,0]

## E2 sin-reversa: not drawn, Draw Two or Wild Draw Four
@for CARD R+2 W+4
position sin-reversa; hands $CARD / G2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3 Y4 Y5; options scoring=hands
0 play $CARD G
hand 1 G2 B4
: phase=round_over round_winner=0 pending=0 scores=[0,6,3]

## E2 the next player in the direction of play
@sheets duelo oficial jackpot
position $RULES; hands R+2 / G2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3; direction -1
0 play R+2
gain 0 -1 2 2
: scores=[12,0,0]

## E2 H-stacking with stacking on, nobody can play anything on a last card
@sheets duelo oficial jackpot
position $RULES; hands R+2 / G+2 B4 / B1 B2; discard R7; draw Y1 Y2 Y3; options stacking=true
0 play R+2
: phase=round_over round_winner=0 scores=[30,0,0]
gain 0 -1 1 2

## E3 E4 what a card counts
@sheets duelo oficial penas jackpot
@for CARD,POINTS B0,0 B1,1 G5,5 Y9,9 R+2,20 GS,20 BR,20 W,50 W+4,50
position $RULES; hands R1 / $CARD; discard R7; draw Y1 Y2 Y3
0 play R1
: phase=round_over scores=[$POINTS,0]

## E3 what a card counts, for the player who holds it
@for CARD,POINTS B0,0 B1,1 G5,5 Y9,9 R+2,20 GS,20 W,50 W+4,50
position sin-reversa; hands R1 / $CARD; discard R7; draw Y1 Y2 Y3; options scoring=hands
0 play R1
: phase=round_over scores=[0,$POINTS]

## E4 the winner scores what all the others hold
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / G2 W B0 / RS B9 / Y5 Y5; discard R7; draw Y1 Y2 Y3; scores 10 20 30 40
0 play R1
: phase=round_over scores=[101,20,30,40] match_winners=[] match_losers=[]

## E4 the winner may be another seat
@sheets duelo oficial penas jackpot
position $RULES; hands G2 W / R1 / RS B9; discard R7; draw Y1 Y2 Y3; scores 10 20 30; turn 1
1 play R1
: phase=round_over round_winner=1 scores=[10,101,30]

## E4 at 500 the match is over
@sheets duelo oficial penas jackpot
@for BEFORE,CARD,AFTER 491,Y9,500 480,RS,500 499,Y9,508 450,W,500
position $RULES; hands R1 / $CARD; discard R7; draw Y1 Y2 Y3; scores $BEFORE 300
0 play R1
: phase=match_over round_winner=0 scores=[$AFTER,300] match_winners=[0] match_losers=[]

## E4 at 499 it is not
@sheets duelo oficial penas jackpot
@for BEFORE,CARD 490,Y9 479,RS 499,B0
position $RULES; hands R1 / $CARD; discard R7; draw Y1 Y2 Y3; scores $BEFORE 499
0 play R1
: phase=round_over round_winner=0 match_winners=[] match_losers=[]

## E4 the match goes to who reaches 500, not to who led before
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / Y9 / Y8 Y3; discard R7; draw Y1 Y2; scores 485 499 10
0 play R1
: phase=match_over match_winners=[0] scores=[505,499,10]

## E4 points of a Draw Two at the end can decide the match
@sheets duelo oficial jackpot
position $RULES; hands R+2 / B0 / G0; discard R7; draw W Y9 Y2; scores 441 0 0
0 play R+2
: phase=match_over scores=[500,0,0] match_winners=[0]

## E5 each adds up his own hand
position sin-reversa; hands R1 / G2 W B0 / RS B9 / Y5 Y5; discard R7; draw Y1 Y2 Y3; scores 10 20 30 40; options scoring=hands
0 play R1
: phase=round_over round_winner=0 scores=[10,72,59,50] match_winners=[] match_losers=[]

## E5 the first to reach 500 is the loser, the fewest points rank first
@for CARD,AFTER Y8,500 Y9,501 W,542
position sin-reversa; hands R1 / $CARD / Y5; discard R7; draw Y1 Y2 Y3; scores 100 492 90; options scoring=hands
0 play R1
: phase=match_over scores=[100,$AFTER,95] match_losers=[1] match_winners=[2]

## E5 at 499 nobody has lost
position sin-reversa; hands R1 / Y7 / Y5; discard R7; draw Y1 Y2 Y3; scores 100 492 494; options scoring=hands
0 play R1
: phase=round_over scores=[100,499,499] match_losers=[] match_winners=[]

## E5 several at once: the highest loses
position sin-reversa; hands R1 / Y9 W / Y8 W; discard R7; draw Y1 Y2 Y3; scores 100 460 470; options scoring=hands
0 play R1
: phase=match_over scores=[100,519,528] match_losers=[2] match_winners=[0]

## E5 a tie loses together
position sin-reversa; hands R1 / Y9 W / Y8 W; discard R7; draw Y1 Y2 Y3; scores 100 460 461; options scoring=hands
0 play R1
: phase=match_over scores=[100,519,519] match_losers=[1,2] match_winners=[0]

## E5 tied fewest win together
position sin-reversa; hands R1 / Y9 W / Y5; discard R7; draw Y1 Y2 Y3; scores 100 460 95; options scoring=hands
0 play R1
: phase=match_over scores=[100,519,100] match_losers=[1] match_winners=[0,2]

## E5 it is the sheet's own way of scoring
position sin-reversa; hands R1 / Y9 / Y5; discard R7; draw Y1 Y2 Y3; scores 1 2 3
0 play R1
: phase=round_over scores=[1,11,8]

## E6 quick match: the first without cards wins, and that is the match
@sheets all
position $RULES; hands R1 / G2 W / Y5; discard R7; draw Y1 Y2 Y3; options scoring=quick
0 play R1
: phase=match_over round_winner=0 scores=[0,0,0] match_winners=[0] match_losers=[]

## E6 no matter who it is
@sheets all
position $RULES; hands R1 G9 / R2 / Y5 Y6; discard R7; draw Y1 Y2 Y3; options scoring=quick
0 play R1 uno
1 play R2
: phase=match_over round_winner=1 match_winners=[1]

## E6 there is no next round in it
@sheets all
position $RULES; hands R1 / G2 W / Y5; discard R7; draw Y1 Y2 Y3; options scoring=quick
0 play R1
next
error

## E6 a blocked round does not end a quick match
@sheets all
position $RULES; hands B1 B2 / G1 G2; discard R5; draw -; options scoring=quick
0 pass
1 pass
: phase=round_over round_winner=null match_winners=[]

## E7 the other scoring: each adds up his own hand
@sheets oficial jackpot
position $RULES; hands R1 / G2 W B0 / RS B9 / Y5 Y5; discard R7; draw Y1 Y2 Y3; scores 10 20 30 40; options scoring=hands
0 play R1
: phase=round_over round_winner=0 scores=[10,72,59,50] match_winners=[]

## E7 when one reaches 500 the lowest wins
@sheets oficial jackpot
@for CARD,AFTER Y8,500 W,542
position $RULES; hands R1 / $CARD / Y5; discard R7; draw Y1 Y2 Y3; scores 100 492 90; options scoring=hands
0 play R1
: phase=match_over scores=[100,$AFTER,95] match_winners=[2] match_losers=[]

## E7 at 499 it goes on
@sheets oficial jackpot
position $RULES; hands R1 / Y7 / Y5; discard R7; draw Y1 Y2 Y3; scores 100 492 90; options scoring=hands
0 play R1
: phase=round_over scores=[100,499,95] match_winners=[]

## E7 tied lowest win together
@sheets oficial jackpot
position $RULES; hands R1 / W / Y5; discard R7; draw Y1 Y2 Y3; scores 100 492 95; options scoring=hands
0 play R1
: phase=match_over scores=[100,542,100] match_winners=[0,2] match_losers=[]

## E7 E2 what a last Draw Two costs counts against its drawer
@sheets oficial jackpot
position $RULES; hands R+2 / G2 / Y5; discard R7; draw Y1 Y2 Y3; scores 100 100 100; options scoring=hands
0 play R+2
: phase=round_over scores=[100,105,105]

## E8 the 500 can be set
@sheets duelo oficial penas jackpot
@for BEFORE,PHASE 191,match_over 190,round_over
position $RULES; hands R1 / Y9 / B0; discard R7; draw Y1 Y2 Y3; scores $BEFORE 0 0; options target=200
0 play R1
: phase=$PHASE

## E8 also for the loser
@for BEFORE,PHASE 191,match_over 190,round_over
position sin-reversa; hands R1 / Y9 / B0; discard R7; draw Y1 Y2 Y3; scores 0 $BEFORE 0; options target=200 scoring=hands
0 play R1
: phase=$PHASE

## E8 upwards too: past 500 with a target of 5000
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / W / B0; discard R7; draw Y1 Y2 Y3; scores 490 0 0; options target=5000
0 play R1
: phase=round_over scores=[540,0,0]

## E8 from 50 to 5,000
@sheets all
@for TARGET 50 5000
position $RULES; hands R1 / W / B0; discard R7; draw Y1 Y2 Y3; options target=$TARGET
: phase=play

## E8 and not beyond
@sheets all
@for TARGET 49 5001 0 -500 50.5 null true
position $RULES; hands R1 / W / B0; discard R7; draw Y1 Y2 Y3; options target=$TARGET
error

## E8 otherwise another round is dealt
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / Y9 / B1; discard R7; draw Y1 Y2 Y3; scores 10 20 30
0 play R1
: round=1
next
: round=2 scores=[20,20,30] round_winner=null discard_count=1

## E8 a fresh deck for it
@for RULES,CARDS sin-reversa,100 duelo,108 oficial,112 penas,108 jackpot,108
position $RULES; hands R1 / Y9 / B1; discard R7; draw Y1 Y2 Y3
0 play R1
next
total $CARDS
: uno=[false,false,false]

## E8 what was said in one round does not count in the next
@sheets all -sin-reversa
position $RULES; hands R1 / Y9 / B1 B2; discard R7; draw Y1 Y2 Y3; uno true true false; direction -1
0 play R1
next
: uno=[false,false,false]

## E8 not before the round is over
@sheets all
position $RULES; hands R1 R2 / Y9 / B1; discard R7; draw Y1 Y2 Y3
next
error

## E8 not after the match is over
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / Y9 / B1; discard R7; draw Y1 Y2 Y3; scores 499 0 0
0 play R1
: phase=match_over
next
error
