# J: Jackpot. Seat 0 plays a red Jackpot on a red 7 and the spinner stops where `spins` says.
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9
@let ONE [{"text":"a","effects":["draw 1"]}]
@let TWO [{"text":"a","effects":["draw 1"]},{"text":"b","effects":["draw 1"]}]
@let FOUR [{"text":"a","effects":["draw 1"]},{"text":"b","effects":["draw 1"]},{"text":"c","effects":["draw 1"]},{"text":"d","effects":["draw 1"]}]

# ---- J1: writing the rule cards

## J1 a match begins with writing, before anything is dealt
> {"do":"new","rules":"jackpot","players":4,"seed":7}
: phase=write turn=0 top=null color=null hands=[[],[],[],[]] pending=0
0 draw
error

## J1 each gets the eight divided by the players, the rest is set aside
@for N,CARDS 2,$FOUR 3,$TWO 4,$TWO 5,$ONE 8,$ONE
> {"do":"new","rules":"jackpot","players":$N,"seed":7}
> {"do":"write","seat":0,"rule_cards":$CARDS}
: phase=write turn=1

## J1 neither more nor fewer
@for N,CARDS 2,$TWO 2,$ONE 3,$ONE 3,$FOUR 4,$ONE 4,[] 5,$TWO 8,$TWO
> {"do":"new","rules":"jackpot","players":$N,"seed":7}
> {"do":"write","seat":0,"rule_cards":$CARDS}
error

## J1 S1 when all have written the cards are dealt
> {"do":"new","rules":"jackpot","players":2,"seed":7}
> {"do":"write","seat":0,"rule_cards":$FOUR}
> {"do":"write","seat":1,"rule_cards":$FOUR}
not {"state":{"phase":"write"}}
: discard_count=1 round=1
total 108

## J1 in any order; the turn is with the first who has not written
> {"do":"new","rules":"jackpot","players":3,"seed":7}
> {"do":"write","seat":1,"rule_cards":$TWO}
: phase=write turn=0
> {"do":"write","seat":0,"rule_cards":$TWO}
: phase=write turn=2
> {"do":"write","seat":2,"rule_cards":$TWO}
not {"state":{"phase":"write"}}

## J1 nobody writes twice
> {"do":"new","rules":"jackpot","players":3,"seed":7}
> {"do":"write","seat":1,"rule_cards":$TWO}
> {"do":"write","seat":1,"rule_cards":$TWO}
error

## J1 every effect of the list can be written
@each E draw 3 | draw_to 7 | discard 2 | discard_to 2 | run | wilds | take 2 most | take 1 left | give 1 fewest | give 2 right | swap chosen | swap most | others_draw 1 | skip | reverse | color
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"x","effects":["$E"]}]}
: turn=1

## J1 a dare is free text
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"Cluck until your next turn","effects":["dare Cluck until your next turn"]}]}
: turn=1

## J1 a bare dare is what the card says
> {"do":"position","rules":"jackpot","hands":[["RJ","R2"],["G1","G2"]],"discard":["R7"],"draw":["Y1"],"turn":0,"spins":["left"],"rule_cards":[{"text":"Sing a song","effects":["dare"]}]}
0 play RJ
: phase=dare turn=1
= {"state":{"rule_card":{"text":"Sing a song","effects":["dare Sing a song"]}}}
1 done
: phase=play turn=1

## J1 a bare dare among other effects
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"Dance, then draw","effects":["dare","draw 1"]}]}
: turn=1

## J1 a text without effects is a dare
@each REST ,"effects":[] | , "x":1
> {"do":"position","rules":"jackpot","hands":[["RJ","R2"],["G1","G2"]],"discard":["R7"],"draw":["Y1"],"turn":0,"spins":["left"],"rule_cards":[{"text":"¡Canta!" $REST}]}
0 play RJ
: phase=dare turn=1
= {"state":{"rule_card":{"text":"¡Canta!","effects":["dare ¡Canta!"]}}}

## J1 neither text nor effects, or a dare without any words
@each CARD {} | {"text":""} | {"effects":[]} | {"effects":["dare"]} | {"text":"","effects":["dare"]} | {"text":"x","effects":["dare "]}
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[$CARD]}
error

## J1 text of any language, with quotes and signs
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"¡Usa tus PIES y \"chócalas\" con cada jugador! \\ \u00f1 \ud83d\udc14","effects":["dare ¡chócalas!"]}]}
: turn=1

## J1 one to four effects on a card
@each E ["draw 1","skip"] | ["draw 1","skip","reverse"] | ["draw 1","skip","reverse","color"]
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"x","effects":$E}]}
: turn=1

## J1 no other number of effects, and no others
@each E ["draw 1","draw 1","draw 1","draw 1","draw 1"] | ["dance"] | ["draw"] | ["draw x"] | ["draw -1"] | ["draw 1 2"] | ["take 2"] | ["take most"] | ["take 2 nobody"] | ["swap"] | ["swap me"] | ["give 1"] | [""] | [1] | [null] | "draw 1" | null | {}
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"x","effects":$E}]}
error

## J1 a position checks its rule cards as well
@each E ["dance"] | ["draw"] | "draw 1"
> {"do":"position","rules":"jackpot","hands":[["R1","R2"],["G1","G2"]],"discard":["R7"],"draw":["Y1"],"turn":0,"rule_cards":[{"text":"x","effects":$E}]}
error

## J1 no writing once the cards are dealt, and none on the other sheets
@sheets all
position $RULES; hands R1 R2 / G1 G2; discard R7; draw $DRAW
> {"do":"write","seat":0,"rule_cards":$FOUR}
error

# ---- J2, J3: the cards and the lever

## J2 Jackpot on the same color or another Jackpot
position jackpot; hands RJ GJ B7 B1 / G1 G2; discard R7; draw $DRAW; spins four
plays RJ B7
position jackpot; hands RJ GJ B7 B1 / G1 G2; discard YJ; draw $DRAW; spins four
plays RJ GJ

## J2 refused on anything else
position jackpot; hands RJ B1 B2 / G1 G2; discard G7; draw $DRAW; spins four; rule draw 1
0 play RJ
error

## J2 a colored Jackpot does not match a Wild Jackpot by its sign
position jackpot; hands RJ GJ B1 / G1 G2; discard R5 WJ; color G; draw $DRAW; spins four
plays GJ

## J2 Wild Jackpot at any turn, and the player names the color
@for TOP R7 G+2 YJ
position jackpot; hands WJ R1 Y2 / G1 G2 / B1 B2; discard $TOP; draw $DRAW; spins four
can play WJ B
0 play WJ
error
0 play WJ B
: color=B top=WJ turn=1 phase=play
gain 0 3

## J2 J3 the player of one pulls the lever: four
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins four
0 play RJ
hand 0 R1 R2 Y1 Y2 Y3 Y4
: phase=play turn=1 top=RJ color=R

## J3 any: any player, also oneself
@for WHO,GAIN 0,3 1,3 2,3
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins any; rule draw 3
0 play RJ
: phase=choose turn=0
can choose 0
can choose 1
can choose 2
cannot draw
1 choose 1
error
0 choose $WHO
gain $WHO $GAIN
: phase=play turn=1

## J3 left: the next seat, right: the one before, whatever the direction
@for FACE,SEAT left,1 right,3
@for DIRECTION,NEXT 1,1 -1,3
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins $FACE; rule draw 3; direction $DIRECTION
0 play RJ
gain 0 -1 $SEAT 3
: phase=play turn=$NEXT direction=$DIRECTION

## J3 left and right go round the table
@for FACE,SEAT left,0 right,1
position jackpot; hands RJ R1 R2 / G1 G2 / RJ B2; discard R7; draw $DRAW; spins $FACE; rule draw 3; turn 2
2 play RJ
gain 2 -1 $SEAT 3
: turn=0

## J3 each: one card for each, starting with oneself, in the direction of play
@for DIRECTION,SECOND,THIRD,NEXT 1,1,2,1 -1,2,1,2
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins each; rule draw 2; rule draw 3; rule draw 4; direction $DIRECTION
0 play RJ
gain 0 1 $SECOND 3 $THIRD 4
: phase=play turn=$NEXT

## J3 each: everybody's turn to perform comes in that order
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins each; rule dare one; rule draw 1, dare two; rule dare three
0 play RJ
: phase=dare turn=0
size 1 2
0 done
: phase=dare turn=1
size 1 3
0 done
error
1 done
: phase=dare turn=2
2 done
: phase=play turn=1

## J3 the spins of a position are used one after the other
position jackpot; hands RJ R1 R2 / RJ G2 G3 / B1 B2; discard R7; draw $DRAW; spins four left; rule draw 1
0 play RJ
gain 0 3
1 play RJ
gain 1 -1 2 1

## J3 an unknown face is refused
> {"do":"position","rules":"jackpot","hands":[["R1","R2"],["G1","G2"]],"discard":["R7"],"draw":["Y1"],"turn":0,"spins":["sideways"]}
error

# ---- J4: the face `colors`

## J4 one card of each color, in the order given, matching or not
position jackpot; hands RJ R1 G2 B3 Y4 Y5 W / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
: phase=throw turn=0
0 throw R1 Y4 B3 G2
hand 0 Y5 W
: phase=play turn=1 top=G2 color=G discard_count=6

## J4 none may be thrown at all
position jackpot; hands RJ R1 G2 B3 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw -
hand 0 R1 G2 B3
: phase=play turn=1 top=RJ color=R

## J4 or only one
position jackpot; hands RJ R1 G2 B3 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw B3
: phase=play turn=1 top=B3 color=B
hand 0 R1 G2

## J4 not two of a color, no wilds, nothing that is not in the hand
@each CARDS R1 R2 | W | W+4 | WJ | R1 R1 | B9 | R1 G2 R2
position jackpot; hands RJ R1 R2 G2 W W+4 WJ / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw $CARDS
error
1 throw -
error
0 play R1
error
0 draw
error
0 throw R1 G2
: phase=play turn=1 top=G2

## J4 the named color of a Wild Jackpot stands when nothing is thrown
position jackpot; hands WJ R1 G2 B3 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play WJ Y
: phase=throw
0 throw -
: color=Y top=WJ turn=1

## J4 and gives way to the last card thrown
position jackpot; hands WJ R1 G2 B3 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play WJ Y
0 throw G2 B3
: color=B top=B3 turn=1

## J4 the next player carries the actions out: draws add up
position jackpot; hands RJ R+2 G+2 B3 R9 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw R+2 G+2 B3
gain 0 -3 1 4
: phase=play turn=2 top=B3

## J4 Draw Two and Skip cost one turn, not two
@each CARDS RS G+2 | RS GS B+2 | RS GS | RS
position jackpot; hands RJ RS G+2 GS B+2 R9 / G1 G3 / B1 B2 / Y8 Y9; discard R7; draw Y1 Y2 Y3 Y4; spins colors
0 play RJ
0 throw $CARDS
: phase=play turn=2

## J4 a Reverse turns the direction before the next player is found
position jackpot; hands RJ RR G+2 B3 R9 / G1 G3 / B1 B2 / Y8 Y9; discard R7; draw Y1 Y2 Y3 Y4; spins colors
0 play RJ
0 throw G+2 RR
gain 0 -2 3 2
: phase=play turn=2 direction=-1 top=RR

## J4 one Reverse alone
position jackpot; hands RJ RR G2 B3 R9 / G1 G3 / B1 B2 / Y8 Y9; discard R7; draw Y1 Y2 Y3 Y4; spins colors
0 play RJ
0 throw RR
: phase=play turn=3 direction=-1

## J4 two Reverses cancel out
position jackpot; hands RJ RR GR B3 R9 / G1 G3 / B1 B2 / Y8 Y9; discard R7; draw Y1 Y2 Y3 Y4; spins colors
0 play RJ
0 throw RR GR
: phase=play turn=1 direction=1

## J4 a Jackpot among them pulls no lever
position jackpot; hands RJ GJ B3 R9 / BJ G3 B9 / B1 B2; discard R7; draw $DRAW; spins colors four left; rule draw 1
0 play RJ
0 throw B3 GJ
gain 0 -2
: phase=play turn=1 top=GJ color=G
1 play BJ
gain 1 3

## J4 J8 a player who throws the last card wins at once; nobody draws for a number
position jackpot; hands RJ R+2 G2 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw R+2 G2
: phase=round_over round_winner=0 scores=[7,0,0]
hand 1 G1 G3

## J4 J8 E2 the last card thrown is a Draw Two: the next player draws for all that are owed
position jackpot; hands RJ R+2 G2 B+2 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw R+2 G2 B+2
: phase=round_over round_winner=0 scores=[17,0,0]
hand 1 G1 G3 Y1 Y2 Y3 Y4
event {"event":"drew","seat":1,"for":"last_card"}

## J4 J8 E2 a Reverse among them: the player on the other side draws
position jackpot; hands RJ RR G+2 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors
0 play RJ
0 throw RR G+2
: phase=round_over round_winner=0
hand 1 G1 G3
hand 2 B1 B2 Y1 Y2

## J4 J8 E2 switched off: nobody draws for the last card thrown
position jackpot; hands RJ R+2 G2 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins colors; options last_card_draws=false
0 play RJ
0 throw G2 R+2
: phase=round_over round_winner=0 scores=[7,0,0]
hand 1 G1 G3

# ---- J5, J6

## J5 then play goes on with the next player, no matter who had the rule card
@for WHO 0 1 2 3
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins any; rule dare sing
0 play RJ
0 choose $WHO
: phase=dare turn=$WHO
$WHO done
: phase=play turn=1

## J5 in the present direction
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins left; rule reverse; direction 1
0 play RJ
: phase=play turn=3 direction=-1

## J6 when the dispenser is empty the used cards come back
position jackpot; hands RJ R1 R2 / RJ G2 G3 / RJ B2 B3; discard R7; draw $DRAW; spins left left left; rule draw 2
0 play RJ
gain 0 -1 1 2
1 play RJ
gain 1 -1 2 2
2 play RJ
gain 2 -1 0 2

## J6 not before it is empty
position jackpot; hands RJ R1 R2 / RJ G2 G3 / RJ B2 B3; discard R7; draw $DRAW; spins left left left; rule draw 1; rule draw 2; rule draw 3
0 play RJ
gain 0 -1 1 1
1 play RJ
gain 1 -1 2 2
2 play RJ
gain 2 -1 0 3

# ---- J7, J8

## J7 E3 Jackpot counts 40, Wild Jackpot 50
@for CARD,POINTS RJ,40 YJ,40 WJ,50
position jackpot; hands R1 / $CARD / G0; discard R7; draw $DRAW
0 play R1
: phase=round_over scores=[$POINTS,0,0]

## J8 no lever for a last card
@for CARD RJ WJ
@for FACE left four each any colors
position jackpot; hands $CARD / G1 G3 / B1 B2; discard R7; draw $DRAW; spins $FACE; rule draw 5
0 play $CARD G
: phase=round_over round_winner=0 scores=[7,0,0]
gain 0 -1

## J8 a hand emptied by a rule card wins, whosever it is
position jackpot; hands RJ R1 R2 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins left; rule discard 2, dare sing
0 play RJ
1 throw G1 G3
: phase=round_over round_winner=1 scores=[0,6,0]

## J8 at once: the players after do nothing
position jackpot; hands RJ R1 / G1 G3 / B1 B2; discard R7; draw $DRAW; spins each; rule discard 1; rule draw 4; rule draw 4
0 play RJ
: phase=throw turn=0
0 throw R1
: phase=round_over round_winner=0
hand 1 G1 G3
hand 2 B1 B2

# ---- the effects

## J1 draw N
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins left; rule draw 3
0 play RJ
hand 1 G1 G2 Y1 Y2 Y3
: phase=play turn=1

## J1 draw_to N
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins left; rule draw_to 7
0 play RJ
gain 0 -1 1 5
: phase=play turn=1

## J1 draw_to N with as many or more: nothing
@for N 1 2
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins left; rule draw_to $N
0 play RJ
gain 0 -1
: phase=play turn=1

## J1 discard N: the player picks, they go under the top card and do nothing
position jackpot; hands RJ R1 R2 / G1 R+2 RS W+4 / B1 B2; discard R7; draw $DRAW; spins left; rule discard 3
0 play RJ
: phase=throw turn=1 discard_count=2
0 throw R1 R2
error
1 throw R+2 RS
error
1 throw G1 R+2 RS W+4
error
1 throw R+2 RS R2
error
1 throw -
error
1 throw R+2 RS W+4
hand 1 G1
hand 2 B1 B2
: phase=play turn=1 top=RJ color=R discard_count=5 direction=1

## J1 discard N with fewer: all of them, and that wins
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins left; rule discard 3
0 play RJ
1 throw G1 G2
: phase=round_over round_winner=1

## J8 E2 a Draw Two or Wild Draw Four discarded or given as the last card: nobody draws for it
@each RULE,HAND,THROWN discard 1 : W+4 : W+4 | discard_to 0 : G1 G+2 : G1 G+2 | give 1 left : R+2 : R+2
position jackpot; hands RJ R1 R2 / $HAND / B1 B2 / B3 B4; discard R7; draw $DRAW; spins left; rule $RULE
0 play RJ
1 throw $THROWN
: phase=round_over round_winner=1
size 0 2
size 3 2

## J1 wilds: a Wild Jackpot among them pulls no lever
position jackpot; hands RJ R1 R2 / WJ G9 B8 / B1 B2; discard R7; draw $DRAW; spins left four; rule wilds
0 play RJ
1 color G
size 1 2
: phase=play turn=1 color=G

## J1 run: the player after the runner, not after the lever, draws; play goes on after the lever
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 / R+2 G8 G9; discard R7; draw $DRAW; spins right; rule run
0 play RJ
3 play R+2
3 done
gain 0 2
: phase=play turn=1
1 draw
: turn=2

## J1 discard_to N
position jackpot; hands RJ R1 R2 / G1 G2 G3 G4 / B1 B2; discard R7; draw $DRAW; spins left; rule discard_to 2
0 play RJ
: phase=throw turn=1
1 throw G1
error
1 throw G1 G2 G3
error
1 throw G4 G1
hand 1 G2 G3
: phase=play turn=1 top=RJ

## J1 discard_to N with no more than that: nothing
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins left; rule discard_to 2
0 play RJ
gain 0 -1
: phase=play turn=1

## J1 run: as many as fit, one after another
position jackpot; hands RJ R1 R2 / R5 G5 G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
: phase=run turn=1
plays R5
cannot done
cannot draw
1 play G9
error
1 draw
error
0 done
error
1 play R5
: phase=run turn=1 top=R5
plays G5
1 play G5
plays G9
1 done
error can_play
1 play G9
plays -
can done
1 done
: phase=play turn=1 top=G9 color=G
hand 1 B8

## J1 run: nobody may stop while a card fits, not even before the first
position jackpot; hands RJ R1 R2 / R5 G5 G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 done
error can_play
: phase=run turn=1

## J1 run: nothing fits at all
position jackpot; hands RJ R1 R2 / G5 G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
: phase=run turn=1
plays -
1 done
: phase=play turn=1 top=RJ

## J1 run: it stays open when nothing fits
position jackpot; hands RJ R1 R2 / R5 G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R5
: phase=run turn=1
plays -
can done

## J1 run: a wild names its color
position jackpot; hands RJ R1 R2 / W G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play W
error
1 play W G
: phase=run color=G turn=1
plays G9

## J1 run: the next after the runner draws and loses his next turn
position jackpot; hands RJ R1 R2 / R+2 GS G9 B9 B6 / B1 B2 R3; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R+2
1 done
hand 2 B1 B2 R3 Y1 Y2
: phase=play turn=1
1 draw
# what came does not fit, and seat 2 loses the turn
: phase=play turn=0

## J1 run: lost once, not every time
position jackpot; hands RJ R1 R2 R4 / R+2 G9 B6 B8 / B1 B2 R3; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R+2
1 done
size 2 5
1 draw
: turn=0
0 play R1
: turn=1
1 draw
: turn=2

## J1 run: oneself running, the next one is struck at once
position jackpot; hands RJ R+2 Y1 Y2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins any; rule run
0 play RJ
0 choose 0
: phase=run turn=0
0 play R+2
0 done
size 1 4
: phase=play turn=2

## J1 run: a Wild Draw Four strikes with four
position jackpot; hands RJ R1 R2 / W+4 G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play W+4 Y
: phase=run turn=1
1 done
size 2 6
: phase=play turn=1 color=Y

## J1 run: a dirty Wild Draw Four does not fit
position jackpot; hands RJ R1 R2 / W+4 R3 R8 Y4 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
plays R3 R8
1 play W+4 G
error does_not_match
1 play R3
plays R8
1 play R8 uno
plays W+4

## J1 run: with wild_four=always it always fits, and nobody can challenge it
position jackpot; hands RJ R1 R2 / W+4 R3 B8 Y4 / B1 B2; discard R7; draw $DRAW; spins left; rule run; options wild_four=always
0 play RJ
plays R3 W+4
1 play W+4 G
: phase=run turn=1

## J1 U1 U3 run: the call is due, and anyone who forgets it can be caught
position jackpot; hands RJ R1 R2 / R5 G9 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
can uno
1 play R5
: catchable=[1]
2 catch 1
gain 1 2

## J1 U1 run: said with the card
position jackpot; hands RJ R1 R2 / R5 G9 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
can play R5 uno
1 play R5 uno
: uno=[false,true,false] catchable=[]
2 catch 1
error nothing_to_catch

## J1 U1 run: said just before
position jackpot; hands RJ R1 R2 / R5 G9 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 uno
1 play R5
: uno=[false,true,false]
2 catch 1
error nothing_to_catch
1 done
: uno=[false,true,false]

## J1 U5 run: said late, it saves
position jackpot; hands RJ R1 R2 / R5 G9 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R5
1 uno
gain 1 0
2 catch 1
error nothing_to_catch

## J1 U3 run: the window stays open until a player begins a turn
position jackpot; hands RJ R1 R2 / R5 G9 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R5
1 done
: phase=play turn=1
2 catch 1
gain 1 2

## J1 U3 run: and closes with that
position jackpot; hands RJ R1 R2 / R5 G9 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R5
1 done
1 draw
2 catch 1
error nothing_to_catch

## J1 J8 E2 run: the last card is a Draw Two, and the next player draws for all that are owed
position jackpot; hands RJ R1 R2 / W+4 G5 G+2 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play W+4 G
1 play G5 uno
1 play G+2
: phase=round_over round_winner=1
size 2 8
size 3 2

## J1 J8 E2 run: the last card is a number, and nobody draws
position jackpot; hands RJ R1 R2 / R+2 R5 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R+2 uno
1 play R5
: phase=round_over round_winner=1
size 2 2

## J1 J8 E2 wilds: a hand of wilds with a Wild Draw Four, and the next player draws four
position jackpot; hands RJ R1 R2 / W+4 WJ / B1 B2; discard R7; draw $DRAW; spins left; rule wilds
0 play RJ
: phase=round_over round_winner=1
size 2 6

## J1 J8 E2 wilds: without one nobody draws
position jackpot; hands RJ R1 R2 / W WJ / B1 B2; discard R7; draw $DRAW; spins left; rule wilds
0 play RJ
: phase=round_over round_winner=1
size 2 2

## J1 run: a Reverse turns the direction
position jackpot; hands RJ R1 R2 / RR G9 B8 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play RR
1 done
: phase=play turn=3 direction=-1

## J1 run: a Jackpot in it pulls no lever
position jackpot; hands RJ R1 R2 / BJ G9 B8 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins left four; rule run
0 play RJ
1 play BJ
: phase=run turn=1 color=B
gain 1 -1

## J1 J8 run: who plays the last card wins
position jackpot; hands RJ R1 R2 / R5 R6 / B1 B2; discard R7; draw $DRAW; spins left; rule run
0 play RJ
1 play R5
1 play R6
: phase=round_over round_winner=1 scores=[0,6,0]

## J1 wilds: all of them onto the pile, the player names the color
position jackpot; hands RJ R1 R2 / W W G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule wilds
0 play RJ
: phase=color turn=1
hand 1 G9 B8
0 color G
error
1 color G
hand 2 B1 B2
: phase=play turn=1 color=G discard_count=4

## J1 wilds: Draw Fours strike the next player, together, and cost his next turn
@each HELD,SIZE W+4 W : 6 | W+4 W+4 : 10
position jackpot; hands RJ R1 R2 / $HELD G9 B8 / B1 B2; discard R7; draw $DRAW; spins left; rule wilds
0 play RJ
1 color G
size 2 $SIZE
: phase=play turn=1 color=G
1 play G9 uno
: turn=0

## J1 J8 wilds: nothing but wilds wins
position jackpot; hands RJ R1 R2 / W W / B1 B2; discard R7; draw $DRAW; spins left; rule wilds
0 play RJ
: phase=round_over round_winner=1

## J1 take N: from the player who holds most
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 B3 B4; discard R7; draw $DRAW; spins left; rule take 2 most
0 play RJ
gain 0 -1 1 2 2 -2
: phase=play turn=1

## J1 take N: of two who hold most the nearest in the direction of play
@for DIRECTION,FROM,NEXT 1,2,1 -1,0,3
position jackpot; hands RJ R1 R2 R3 / G1 G2 / B1 B2 B3 / B4 B5; discard R7; draw $DRAW; spins left; rule take 2 most; direction $DIRECTION
0 play RJ
size $FROM 1
size 1 4
: turn=$NEXT

## J1 take N: from the one on the left
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule take 1 left
0 play RJ
gain 0 -1 1 1 2 -1

## J1 take N: from the one on the right, against the clock too
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule take 1 right; direction -1
0 play RJ
gain 0 -2 1 1

## J1 take N: from the player who holds fewest
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule take 1 fewest
0 play RJ
gain 0 -1 1 1 3 -1

## J1 take N: from one the player chooses
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule take 1 chosen
0 play RJ
: phase=choose turn=1
0 choose 2
error
1 choose 3
gain 1 1 3 -1
: phase=play turn=1

## J9 take N: nobody is robbed of the last card
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5; discard R7; draw $DRAW; spins left; rule take 2 fewest; uno false false false true
0 play RJ
: phase=play turn=1 uno=[false,false,false,true]
hand 3 B5
size 1 3

## J9 take N: one card is left
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule take 5 fewest
0 play RJ
: phase=play turn=1
size 3 1
size 1 4

## J9 take N: anyone who could be caught still can
position jackpot; hands RJ R1 / G1 G2 G3 / B1 B2 B3 B4; discard R7; draw $DRAW; spins left; rule take 2 right
0 play RJ
: catchable=[0]
2 catch 0
gain 0 2

## J10 a turned-up Wild Jackpot: the color that the rule card names stands
position jackpot; hands R1 R2 / G1 G2 / B1 B2; discard WJ; draw $DRAW; turn 1; turned_up true; rule color
1 choose 2
: phase=color turn=2
2 color B
: phase=play turn=1 color=B

## J10 a turned-up Wild Jackpot: so does the one named in a run
position jackpot; hands R1 R2 / G1 G2 / W B2 R9; discard WJ; draw $DRAW; turn 1; turned_up true; rule run
1 choose 2
: phase=run turn=2
plays W
2 play W G
2 done
: phase=play turn=1 color=G

## J10 a turned-up Wild Jackpot: and the one named after `wilds`
position jackpot; hands R1 R2 / G1 G2 / W B2 R9; discard WJ; draw $DRAW; turn 1; turned_up true; rule wilds
1 choose 2
: phase=color turn=2
2 color Y
: phase=play turn=1 color=Y

## J10 a turned-up Wild Jackpot: otherwise the first player names it
@each RULE draw 1 | swap left | others_draw 1 | reverse
position jackpot; hands R1 R2 / G1 G2 / B1 B2; discard WJ; draw $DRAW; turn 1; turned_up true; rule $RULE
1 choose 2
: phase=color turn=1 color=null
2 color B
error not_your_turn
1 color Y
: phase=play turn=1 color=Y

## J10 a turned-up Wild Jackpot: nor does a dare name it
position jackpot; hands R1 R2 / G1 G2 / B1 B2; discard WJ; draw $DRAW; turn 1; turned_up true; rule dare sing
1 choose 2
: phase=dare turn=2
2 done
: phase=color turn=1 color=null
1 color R
: phase=play turn=1 color=R

## J1 give N: the player picks
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule give 1 left
0 play RJ
: phase=throw turn=1
1 throw -
error
1 throw G1 G2
error
1 throw R1
error
1 throw G2
hand 1 G1 G3
hand 2 B1 B2 B3 B4 G2
: phase=play turn=1 top=RJ discard_count=2

## J1 give N: the receiver
@for TO,SEAT most,0 fewest,3 right,0 left,2
position jackpot; hands RJ R1 R2 R3 R4 R5 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule give 2 $TO
0 play RJ
1 throw G2 G3
gain 1 -2 $SEAT 2
: phase=play turn=1

## J1 J8 give N: who gives all away has won
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule give 3 left
0 play RJ
1 throw G1 G2
: phase=round_over round_winner=1

## J1 swap: the two hands change owners
@for WITH,SEAT most,0 fewest,3 left,2 right,0
position jackpot; hands RJ R1 R2 R3 R4 R5 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule swap $WITH
0 play RJ
hand $SEAT G1 G2 G3
: phase=play turn=1

## J1 swap: with one the player chooses
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5 B6; discard R7; draw $DRAW; spins left; rule swap chosen
0 play RJ
: phase=choose turn=1
1 choose 2
hand 1 B1 B2 B3 B4
hand 2 G1 G2 G3
: phase=play turn=1

## J1 swap: who gets a single card by it need not call
position jackpot; hands RJ R1 R2 R3 R4 / G1 G2 G3 / B1 B2 B3 B4 / B5; discard R7; draw $DRAW; spins left; rule swap fewest; uno false false false true
0 play RJ
hand 1 B5
hand 3 G1 G2 G3
2 catch 1
error
: uno=[false,false,false,false]

## J1 others_draw N: all but the one who carries it out
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2; discard R7; draw $DRAW; spins left; rule others_draw 2
0 play RJ
gain 0 1 2 2
: phase=play turn=1

## J1 skip: the player loses his next turn, be it at once
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 R3; discard R7; draw $DRAW; spins left; rule skip
0 play RJ
: phase=play turn=2

## J1 skip: or a round later
position jackpot; hands RJ R1 R2 / R5 G1 G2 / B1 B2 R3; discard R7; draw $DRAW; spins any; rule skip
0 play RJ
0 choose 0
: turn=1
1 play R5
: turn=2
2 play R3
: turn=1

## J1 reverse
position jackpot; hands RJ R1 R2 / G1 G2 / B1 B2 / B3 B4; discard R7; draw $DRAW; spins right; rule reverse
0 play RJ
: phase=play turn=3 direction=-1

## J1 color: the player names it
position jackpot; hands RJ R1 R2 / G1 R2 BJ / B1 B2; discard R7; draw $DRAW; spins left; rule color
0 play RJ
: phase=color turn=1
0 color G
error
1 color G
: phase=play turn=1 color=G top=RJ
can play G1
cannot play R2

## J1 dare: the player says when it is done
position jackpot; hands RJ R1 R2 / G1 R2 BJ / B1 B2; discard R7; draw $DRAW; spins left; rule dare cluck until your next turn
0 play RJ
: phase=dare turn=1
can done
1 play R2
error
0 done
error
1 done
: phase=play turn=1

## J1 several effects, in their order
position jackpot; hands RJ R1 R2 / G1 R3 BJ / B1 B2; discard R7; draw $DRAW; spins left; rule draw 1, dare sing, draw 2, skip
0 play RJ
gain 0 -1 1 1
: phase=dare turn=1
1 done
gain 1 2
: phase=play turn=2

## J1 the effects of one card do not leak into the next
position jackpot; hands RJ R1 R2 / RJ R3 BJ / B1 B2; discard R7; draw $DRAW; spins left left; rule draw 1, draw 1; rule color
0 play RJ
gain 0 -1 1 2
: phase=play turn=1
1 play RJ
: phase=color turn=2
gain 1 -1
2 color B
: phase=play turn=2

## J1 the ideas of the sheet: throw cards until you hold 2
position jackpot; hands RJ R1 R2 / G1 G2 G3 G4 G5 / B1 B2; discard R7; draw $DRAW; spins left; rule discard_to 2
0 play RJ
1 throw G1 G2 G3
hand 1 G4 G5
