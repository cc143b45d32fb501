# T: a turn

## T1 by color, number or symbol, and wilds on anything
@sheets all
position $RULES; hands R5 G7 B3 YS Y7 RS G+2 R+2 W W+4 / G1 G2 / B1 B2; discard R7; draw Y1 Y2
plays R5 G7 Y7 RS R+2 W W+4

## T1 symbol on symbol
@sheets all
position $RULES; hands RS R5 B+2 GS / G1 G2; discard YS; draw Y1 Y2
plays RS GS

## T1 Draw Two on Draw Two, color on color
@sheets all
position $RULES; hands RS R5 B+2 G4 / G1 G2; discard G+2; draw Y1 Y2
plays B+2 G4

## T1 a 2 is not a Draw Two
@sheets all
position $RULES; hands B2 G+2 R9 / G1 G3; discard Y2; draw Y1 Y4
plays B2

## T1 zero on zero
@sheets all
position $RULES; hands R0 G9 / G1 G3; discard Y0; draw Y1 Y4
plays R0

## T1 Reverse on Reverse
@sheets all -sin-reversa
position $RULES; hands RR R5 B2 / G1 G3; discard YR; draw Y1 Y4
plays RR

## T1 after a wild only the named color counts
@sheets all
@for TOP W W+4
position $RULES; hands G1 R1 W W+4 Y+2 B5 / G2 G3; discard R5 $TOP; color G; draw Y1 Y4
: color=G
plays G1 W W+4

## T1 Wild Draw Four goes on Wild Draw Four
@sheets all
position $RULES; hands W+4 Y3 / G2 G3 / B1 B2; discard R5 W+4; color G; draw Y1 Y4 Y5 Y6
0 play W+4 B
: phase=struck turn=1 top=W+4 color=B

## T1 the color that is named is the color that counts
@sheets all
@for C R G B Y
position $RULES; hands W R1 / R3 G3 B3 Y3 / B1 B2; discard R5; draw Y1 Y4
0 play W $C
: color=$C top=W turn=1
plays ${C}3

## T1 the named color stands until the next card, then that card's own counts
@sheets all
position $RULES; hands W R1 G9 / G3 B3 B7 / R3 G5 Y7; discard R5; draw Y1 Y4
0 play W G
1 play G3
: color=G top=G3 turn=2
plays R3 G5

## T1 a named color outlives draws
@sheets all
position $RULES; hands W R1 / B3 B7 / R3 G5 Y7; discard R5; draw Y1 Y4
0 play W G
1 draw
: color=G top=W turn=2
plays G5

## T1 a card that does not fit is refused
@sheets all -penas
position $RULES; hands B3 R1 / G1 G2; discard R7; draw Y1 Y4
0 play B3
error
0 play R1
: turn=1 top=R1

## T1 a wild without a color is refused
@sheets all
@for CARD W W+4
position $RULES; hands $CARD B3 / G1 G2; discard R7; draw Y1 Y4
0 play $CARD
error
> {"do":"play","seat":0,"card":"$CARD","color":"W"}
error
> {"do":"play","seat":0,"card":"$CARD","color":null}
error
# and the turn is not stuck
0 play $CARD B
: turn=1 color=B

## T1 a card that is not in the hand is refused
@sheets all
position $RULES; hands R1 B3 / G1 G2; discard R7; draw R9 Y4
0 play R9
error
0 play G1
error

## T1 a color said with a colored card is not heard
@sheets all
position $RULES; hands R1 B3 / G1 G2; discard R7; draw R9 Y4
0 play R1 G
: color=R top=R1 turn=1

## T1 the played card lies on the pile and is gone from the hand
@sheets all
position $RULES; hands R1 R1 B3 / G1 G2; discard Y9 R7; draw R9 Y4
0 play R1
hand 0 R1 B3
: top=R1 discard_count=3 draw_count=2

## T2 T4 sin-reversa: drawing is always allowed, the card is kept and the turn passes
position sin-reversa; hands R1 B3 / G1 G2; discard R7; draw R9 Y4
can draw
0 draw
hand 0 R1 B3 R9
: phase=play turn=1

## T2 T3 by choice: the drawn card may be played, and no other
@sheets duelo oficial jackpot
position $RULES; hands R1 B3 R2 / G1 G2; discard R7; draw R9 Y4
can draw
0 draw
hand 0 R1 B3 R2 R9
: phase=drawn turn=0
plays R9
can keep
cannot draw
0 play R1
error
0 draw
error
0 play R9
: phase=play turn=1 top=R9

## T2 T3 T4 by choice: the drawn card may be kept
@sheets duelo oficial jackpot
position $RULES; hands R1 B3 R2 / G1 G2; discard R7; draw R9 Y4
0 draw
1 keep
error
0 keep
hand 0 R1 B3 R2 R9
: phase=play turn=1 top=R7

## T2 T3 a wild in hand is something that matched, so the drawn card may be kept
@sheets oficial jackpot
@for HELD W W+4
position $RULES; hands $HELD B3 / G1 G2; discard R7; draw R9 Y4
0 draw
: phase=drawn
0 keep
: turn=1

## T2 T4 by choice: a drawn card that does not fit passes the turn by itself
@sheets duelo oficial jackpot
position $RULES; hands R1 B3 R2 / G1 G2; discard R7; draw Y9 Y4
0 draw
: phase=play turn=1
hand 0 R1 B3 R2 Y9

## T2 penas: no drawing while a card fits
@for CARD R1 G7 W W+4
position penas; hands $CARD B3 / G1 G2; discard R7; draw Y9 Y4
cannot draw
0 draw
error

## T2 penas: drawing when none does
position penas; hands G1 B3 / G1 G2; discard R7; draw Y9 Y4
can draw
plays -
0 draw
: turn=1 phase=play
hand 0 G1 B3 Y9

## T2 duelo, oficial, jackpot: drawing when nothing fits
@sheets duelo oficial jackpot
position $RULES; hands G1 B3 / G1 G2; discard R7; draw Y9 Y4
plays -
0 draw
: turn=1 phase=play
hand 0 G1 B3 Y9

## T3 nothing fitted and the drawn card does: it must be played
@sheets oficial jackpot
position $RULES; hands G1 B3 / G1 G2; discard R7; draw R9 Y4
0 draw
: phase=drawn turn=0
plays R9
cannot keep
0 keep
error
0 play R9
: turn=1 top=R9

## T3 a drawn wild must be played too
@sheets oficial jackpot
@for CARD,PHASE W,play W+4,struck
position $RULES; hands G1 B3 / G1 G2; discard R7; draw $CARD Y4
0 draw
: phase=drawn turn=0
0 keep
error
0 play $CARD
error
0 play $CARD G
: turn=1 phase=$PHASE color=G

## T3 nothing fitted and the drawn card does: it may be played
@sheets duelo penas
position $RULES; hands G1 B3 / G1 G2; discard R7; draw R9 Y4
0 draw
: phase=drawn turn=0
plays R9
can keep
0 play R9
: turn=1 top=R9

## T3 T4 or kept
@sheets duelo penas
@for CARD R9 W W+4
position $RULES; hands G1 B3 / G1 G2; discard R7; draw $CARD Y4
0 draw
: phase=drawn
0 keep
: phase=play turn=1 top=R7
hand 0 G1 B3 $CARD

## T3 while a drawn card waits, nothing else may be played
@sheets duelo oficial jackpot
position $RULES; hands G1 B3 / G1 G2; discard R7; draw R9 Y4
0 draw
0 play G1
error
0 pass
error

## T3 the drawn card's action counts
@sheets all -sin-reversa
position $RULES; hands G1 B3 / G1 G2 / B1 B2; discard R7; draw RS Y4
0 draw
0 play RS
: turn=2 phase=play

## T4 only one card is drawn
@sheets all
position $RULES; hands G1 B3 / G1 G2; discard R7; draw Y9 Y4 R2
0 draw
gain 0 1
0 draw
error

## T5 the discards under the top card become the draw pile
@sheets all
position $RULES; hands B1 B2 / G1 G2; discard Y1 Y2 Y3 R5; draw -
can draw
0 draw
gain 0 1
: top=R5 color=R discard_count=1 draw_count=2 turn=1

## T5 a wild among them loses its named color
@sheets duelo oficial penas jackpot
position $RULES; hands B1 B2 / G1 G2; discard W R5; draw -
0 draw
hand 0 B1 B2 W
: phase=drawn color=R
0 play W Y
: color=Y turn=1

## T5 a wild among them is a wild again
position sin-reversa; hands B1 B2 / G1 G2; discard W R5; draw -
0 draw
hand 0 B1 B2 W
: turn=1 color=R
1 draw
error

## T5 a wild on top keeps its color
@sheets all
position $RULES; hands R1 B1 / G1 R2; discard Y1 Y2 W; color G; draw -
0 draw
: top=W color=G turn=1 discard_count=1
plays G1

## T5 in the middle of a penalty
@sheets all
position $RULES; hands W+4 B1 G8 / G1 G2 / B3 B4; discard Y1 Y2 Y3 R5; draw R9 R8
0 play W+4 G
1 accept
gain 1 4
: top=W+4 color=G discard_count=1 draw_count=2 turn=2

## T5 in the middle of a Draw Two
@sheets all -sin-reversa
position $RULES; hands R+2 B1 G8 / G1 G2 / B3 B4; discard Y1 Y2 R5; draw R9
0 play R+2
gain 0 -1 1 2
: top=R+2 discard_count=1 draw_count=2 turn=2

## T5 with too few left a player draws what there is
@sheets all
position $RULES; hands W+4 B1 G8 / G1 G2 / B3 B4; discard R5; draw R9
0 play W+4 G
: pending=4
1 accept
hand 1 G1 G2 R9 R5
: phase=play turn=2 draw_count=0 discard_count=1

## T5 also when that is nothing
@sheets all
position $RULES; hands G1 G2 / W+4 B1 G8 / B3 B4; discard W+4; color G; draw -; phase struck; pending 4; turn 2
2 accept
hand 2 B3 B4
: phase=play turn=0

## T5 who can neither play nor draw passes
@sheets all
position $RULES; hands B1 B2 / G1 R2 / Y1 Y2; discard R5; draw -
can pass
cannot draw
plays -
0 draw
error
1 pass
error
0 pass
: phase=play turn=1
1 pass
error
1 play R2
: turn=2

## T5 no passing while something can be drawn
@sheets all
position $RULES; hands B1 B2 / G1 G2; discard R5; draw Y9
cannot pass
0 pass
error

## T5 no passing while something is left under the top card
@sheets all
position $RULES; hands B1 B2 / G1 R2; discard Y9 R5; draw -
cannot pass
0 pass
error

## T5 no passing while a card fits
@sheets all
position $RULES; hands R1 B2 / G1 R2; discard R5; draw -
cannot pass
0 pass
error

## T5 blocked: when every player had to pass, the round ends without winner or points
@sheets all
position $RULES; hands B1 B2 / G1 G2 / Y1 Y2; discard R5; draw -; scores 10 20 30; dealer 1
0 pass
: phase=play turn=1
1 pass
: phase=play turn=2
2 pass
: phase=round_over round_winner=null scores=[10,20,30] match_winners=[]

## T5 blocked: it is dealt again, by the same dealer
@sheets all -penas
position $RULES; hands B1 B2 / G1 G2 / Y1 Y2; discard R5; draw -; dealer 1
0 pass
1 pass
2 pass
next
: dealer=1

## T5 blocked with two
@sheets all
position $RULES; hands B1 B2 / G1 G2; discard R5; draw -
0 pass
1 pass
: phase=round_over round_winner=null scores=[0,0]

## T5 a card in between starts the count anew
@sheets all
position $RULES; hands B1 B2 / W G1 G2 / B3 Y1; discard R5; draw -
0 pass
1 play W G
# seat 2 takes the one card under the top one
2 draw
hand 2 B3 Y1 R5
: turn=0 phase=play draw_count=0 discard_count=1
0 pass
: phase=play turn=1
1 play G1
: phase=play turn=2

## T5 three passes, but not in a row, do not block
@sheets all
position $RULES; hands B1 B2 / W R1 Y2 / B3 Y1; discard R5; draw -
0 pass
1 play W G
2 draw
0 pass
: phase=play turn=1
1 pass
: phase=play turn=2
2 pass
: phase=round_over round_winner=null

## T6 out of turn: refused, and the error says so
@sheets all -penas
position $RULES; hands R1 R2 / R3 R4; discard R5; draw Y1
1 play R3
error not_your_turn
1 draw
error not_your_turn

## T6 out of turn, everything but a card
position penas; hands R1 R2 / B3 B4; discard R5; draw Y1
1 draw
error not_your_turn
same

## T6 what belongs to another phase is refused
@sheets all
@for DO keep accept challenge done admit pass
position $RULES; hands R1 R2 G5 / R3 R4; discard R5; draw Y1 Y2
0 $DO
error

## T6 the same with commands that say more
@sheets all
position $RULES; hands R1 R2 G5 / R3 R4; discard R5; draw Y1 Y2
0 color G
error
0 choose 1
error
0 throw R1
error
0 throw -
error
0 catch 1
error
> {"do":"write","seat":0,"rule_cards":[{"text":"x","effects":["draw 1"]}]}
error
state
same

## T5 blocked: the same two cards would go round for ever
@sheets duelo oficial
position $RULES; hands Y6 B3 / Y1 G4; discard R8 R5; draw -
0 draw
0 play R8
: phase=play turn=1
1 draw
event {"event":"blocked"}
: phase=round_over round_winner=null scores=[0,0]

## T5 blocked: also where a card may be played, because the last one cannot
position oficial; hands Y6 B3 / Y1 R9; discard R8 R5; draw -
0 draw
0 play R8
1 play R9
0 draw
event {"event":"blocked"}
: phase=round_over round_winner=null

## T5 blocked: where the drawn card may be kept, it helps nobody
@sheets duelo penas
position $RULES; hands Y6 B3 / Y1 G4; discard R8 R5; draw -
0 draw
0 keep
: phase=play turn=1
1 pass
: phase=round_over round_winner=null

## T5 blocked: and where the drawn card is kept anyway
position sin-reversa; hands Y6 B3 / Y1 G4; discard R8 R5; draw -
0 draw
: phase=play turn=1
1 pass
: phase=round_over round_winner=null

## T5 not blocked: one hand and the pile all fit each other
@sheets duelo oficial penas
position $RULES; hands Y6 B3 / R1 Y1; discard R8 R5; draw -
0 draw
0 play R8
1 play R1
: phase=play turn=0
0 draw
not {"state":{"phase":"round_over"}}

## T5 not blocked: a wild makes everything fit
@sheets duelo oficial penas
position $RULES; hands Y6 B3 / Y1 W; discard R8 R5; draw -
0 draw
0 play R8
1 play W Y uno
0 play Y6 uno
1 play Y1
: phase=round_over round_winner=1

## T5 not blocked: a wild on the pile
position oficial; hands Y6 B3 / Y1 G4; discard W R5; draw -
0 draw
0 play W B
1 draw
not {"state":{"phase":"round_over"}}

## T5 J2 not blocked: a Jackpot goes round, and its lever may change everything
position jackpot; hands Y6 B3 / Y1 G4; discard R8 RJ R5; draw -; spins four four four; rule discard 2
0 draw
not {"state":{"phase":"round_over"}}
