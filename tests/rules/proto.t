# N: docs/notation.md, the protocol itself (not rules; ids N1 to N5 are only names for these groups)

# ---- N1 lines that are not commands

## N1 no JSON
@sheets oficial
@each LINE nonsense | {"do":"play" | {} {} | [] | 42 | "play" | null | true | {"do":} | {'do':'state'} | {"do":"state"}} | {"do":"state",} | NaN | {"do":"state"} x
position $RULES; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
> $LINE
error
state
same

## N1 an empty line is not JSON
position oficial; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
>
error

## N1 an unknown command, or none
@sheets oficial
@each LINE {"do":"dance","seat":0} | {"seat":0} | {} | {"do":null} | {"do":7} | {"do":["state"]} | {"do":""} | {"do":"statement"}
position $RULES; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
> $LINE
error

## N1 before anything is opened every command is refused
@each LINE {"do":"play","seat":0,"card":"R1"} | {"do":"next"} | {"do":"draw","seat":0} | {"do":"state"}
> $LINE
= {"ok":false}

## N1 and then it can still be opened
> {"do":"draw","seat":0}
= {"ok":false}
position oficial; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
: phase=play

# ---- N2 commands with something wrong in them

## N2 no seat, or none that exists
@each SEAT "seat":2 | "seat":-1 | "seat":99999999999999999999 | "seat":"0" | "seat":null | "seat":0.5 | "seat":true | "seat":[0] | "chair":0
@sheets oficial penas
position $RULES; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
> {"do":"play","card":"R1",$SEAT}
error
> {"do":"draw",$SEAT}
error
> {"do":"uno",$SEAT}
error

## N2 no card, or none that exists
@each CARD "card":"" | "card":"X1" | "card":"R10" | "card":"R" | "card":"1R" | "card":"R1 " | "card":" R1" | "card":"W4" | "card":"+4" | "card":"W+2" | "card":"R+4" | "card":"RW" | "card":"WR" | "card":null | "card":1 | "card":["R1"] | "card":"R1R1R1R1R1R1R1R1R1R1R1R1R1R1R1R1R1R1R1" | "card":"R\u00001" | "kard":"R1"
@sheets oficial penas
position $RULES; hands R1 G2 W W+4 / B3 B4; discard R7; draw Y1 Y2
> {"do":"play","seat":0,"color":"R",$CARD}
error

## N2 a card of another sheet is in no hand
@for RULES,CARD oficial,RJ oficial,WJ sin-reversa,RR duelo,WJ
position $RULES; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
> {"do":"play","seat":0,"card":"$CARD","color":"R"}
error

## N2 uno must be true or false
@for UNO 1 "true" []
position oficial; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
> {"do":"play","seat":0,"card":"R1","uno":$UNO}
error

## N2 uno false is as good as none
position oficial; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
> {"do":"play","seat":0,"card":"R1","uno":false}
: uno=[false,false] turn=1

## N2 throw without its list
@each CARDS "cards":null | "cards":"R1" | "cards":[1] | "cards":{"R1":1} | "cards":["X9"] | "x":1
position jackpot; hands RJ R1 G2 / B3 B4; discard R7; draw Y1 Y2; spins colors
0 play RJ
> {"do":"throw","seat":0,$CARDS}
error

## N2 a throw of a thousand cards
position jackpot; hands RJ R1 G2 / B3 B4; discard R7; draw Y1 Y2; spins colors
0 play RJ
> {"do":"throw","seat":0,"cards":["R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1","R1","G1","B1","Y1"]}
error

# ---- N3 reading and writing

## N3 cards are read in either case and written in upper case
@sheets all
> {"do":"position","rules":"$RULES","hands":[["r1","gs","w+4"],["b+2","y0"]],"discard":["r7"],"draw":["w","Y1"],"turn":0}
hand 0 R1 GS W+4
hand 1 B+2 Y0
: top=R7 color=R
0 play r1
: top=R1 turn=1

## N3 the Jackpot cards too
> {"do":"position","rules":"jackpot","hands":[["rj","wj"],["b1","y0"]],"discard":["rr"],"draw":["w","Y1"],"turn":0,"spins":["four"]}
hand 0 RJ WJ
: top=RR

## N3 colors too
position oficial; hands R1 W / B3 B4; discard R7; draw Y1 Y2
0 play w g
: color=G top=W

## N3 blanks and the order of the keys do not matter
position oficial; hands R1 W / B3 B4; discard R7; draw Y1 Y2
>   { "card" : "R1" ,	"seat" : 0 , "do" : "play" }  
: turn=1

## N3 what a command does not know it overlooks
position oficial; hands R1 W / B3 B4; discard R7; draw Y1 Y2
> {"do":"play","seat":0,"card":"R1","id":"abc","note":[1,2,3]}
: turn=1

## N3 state changes nothing
@sheets all
position $RULES; hands R1 W / B3 B4; discard R7; draw Y1 Y2
state
same
state
same

## N3 what is drawn is told
@sheets all
position $RULES; hands B1 B2 / G3 G4; discard R7; draw Y1 Y2
0 draw
event {"event":"drew","seat":0,"cards":["Y1"]}

## N3 a penalty is told card by card
@sheets all
position $RULES; hands W+4 G1 G2 / R1 R2 / B1 B2; discard R5; draw Y1 Y2 Y3 Y4 Y5
0 play W+4 B
1 accept
event {"event":"drew","seat":1,"cards":["Y1","Y2","Y3","Y4"]}

## N3 legal lists every color of a wild
@sheets all
position $RULES; hands W W+4 / R1 R2; discard R5; draw Y1 Y2
can play W R
can play W G
can play W B
can play W Y
can play W+4 R
can play W+4 Y

# ---- N4 opening lines

## N4 a new match: unknown sheet, missing or wrong fields
@each LINE {"do":"new","rules":"poker","players":4,"seed":7} | {"do":"new","rules":"","players":4,"seed":7} | {"do":"new","players":4,"seed":7} | {"do":"new","rules":7,"players":4,"seed":7} | {"do":"new","rules":"oficial","players":"4","seed":7} | {"do":"new","rules":"oficial","players":4.5,"seed":7} | {"do":"new","rules":"oficial","players":4,"seed":"x"} | {"do":"new","rules":"oficial","players":4,"seed":7,"options":[]} | {"do":"new","rules":"oficial","players":4,"seed":7,"options":"quick"}
position oficial; hands R1 W / B3 B4; discard R7; draw Y1 Y2
> $LINE
error
0 play R1 uno
: turn=1

## N4 options: unknown names and values
@each OPTIONS {"color":"blue"} | {"stacking":2} | {"stacking":"perhaps"} | {"stacking":null} | {"stacking":[]} | {"scoring":"points"} | {"scoring":1} | {"target":"many"} | {"":true} | {"jump_in":{}} | {"teams":2} | {"stacking":true,"nonsense":1}
@sheets oficial
> {"do":"new","rules":"$RULES","players":4,"seed":1}
> {"do":"new","rules":"$RULES","players":4,"seed":2,"options":$OPTIONS}
error
> {"do":"position","rules":"$RULES","hands":[["R1","G2"],["B3","B4"]],"discard":["R7"],"draw":["Y1"],"turn":0,"options":$OPTIONS}
error

## N4 no options are options too
> {"do":"new","rules":"oficial","players":4,"seed":1,"options":{}}
= {"ok":true}

## N4 every option by its name
@each OPTIONS {"scoring":"winner"} | {"scoring":"hands"} | {"scoring":"quick"} | {"target":200} | {"stacking":true} | {"seven_zero":true} | {"jump_in":true} | {"draw_until_playable":true} | {"must_play":true} | {"no_bluffing":true} | {"uno_penalty":4} | {"hand_size":5} | {"turn_clock":60} | {"teams":true} | {"scoring":"quick","target":200,"stacking":true}
> {"do":"new","rules":"oficial","players":4,"seed":1,"options":$OPTIONS}
= {"ok":true}

## N4 options of one match do not stay for the next
> {"do":"position","rules":"oficial","hands":[["R7","G2","G3"],["B3","B4"]],"discard":["R5"],"draw":["Y1"],"turn":0,"options":{"seven_zero":true}}
> {"do":"position","rules":"oficial","hands":[["R7","G2","G3"],["B3","B4"]],"discard":["R5"],"draw":["Y1"],"turn":0}
0 play R7
: phase=play turn=1

## N4 a second opening line begins anew
position oficial; hands R1 W / B3 B4; discard R7; draw Y1 Y2
0 play R1 uno
position duelo; hands G1 G2 / G3 G4 / G5 G6; discard B7; draw R1 R2; turn 2
: rules=duelo turn=2 top=B7 phase=play
hand 0 G1 G2

## N4 a seed may be large
@for SEED 0 1 4294967295 9007199254740991
> {"do":"new","rules":"oficial","players":4,"seed":$SEED}
= {"ok":true}

# ---- N5 positions

## N5 positions with nonsense in them
@each PART {"hands":[["R1"],["X9"]]} | {"hands":[]} | {"hands":[["R1","R2"]]} | {"hands":"R1"} | {"hands":[["R1"],"R2"]} | {"hands":[["R1"],[2]]} | {"hands":[["R1"],null]} | {"hands":null} | {"hands":{"0":["R1"]}} | {"hands":[["R1"],["R2"],["R3"],["R4"],["R5"],["R6"],["R8"],["R9"],["G1"],["G2"],["G3"]]} | {"discard":[]} | {"discard":["Q"]} | {"discard":"R7"} | {"discard":[7]} | {"draw":["Q"]} | {"draw":"Y1"} | {"draw":{}} | {"turn":2} | {"turn":-1} | {"turn":"0"} | {"turn":null} | {"turn":0.5} | {"direction":0} | {"direction":2} | {"direction":"1"} | {"dealer":2} | {"dealer":-1} | {"scores":[1]} | {"scores":[1,2,3]} | {"scores":["1","2"]} | {"scores":7} | {"pending":-1} | {"pending":"4"} | {"uno":[true]} | {"uno":[1,0]} | {"uno":true} | {"phase":"lunch"} | {"phase":7} | {"turned_up":1} | {"turned_up":"yes"} | {"color":"X"} | {"color":7} | {"rules":"poker"}
position oficial; hands R1 G2 / B3 B4; discard R7; draw Y1 Y2
with $PART
error

## N5 what a position cannot do without
@each LINE {"do":"position"} | {"do":"position","rules":"oficial","discard":["R7"],"draw":["Y1"],"turn":0} | {"do":"position","rules":"oficial","hands":[["R1"],["G1"]],"draw":["Y1"],"turn":0}
position oficial; hands R1 W / B3 B4; discard R7; draw Y1 Y2
> $LINE
error

## N5 a wild on top needs its color
@sheets all
@for TOP W W+4
position $RULES; hands R1 G1 / B3 B4; discard R7; draw Y1 Y2
with {"discard":["R7","$TOP"]}
error
with {"discard":["R7","$TOP"],"color":"G"}
: color=G phase=play

## N5 what is not said is as docs/notation.md says
@sheets all
position $RULES; hands R1 G1 / B3 B4 / Y3 Y4; discard B3 R7; draw Y1 Y2; turn 1
: rules=$RULES direction=1 dealer=0 scores=[0,0,0] pending=0 uno=[false,false,false] phase=play color=R top=R7 draw_count=2 discard_count=2 round_winner=null match_winners=[] match_losers=[]

## N5 what is said is taken
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G1 / B3 / Y3 Y4; discard B3 R7; draw Y1 Y2; turn 1; direction -1; dealer 1; scores 5 6 7; uno false true false
: direction=-1 dealer=1 scores=[5,6,7] uno=[false,true,false] turn=1

## N5 the draw pile comes in the order given
@sheets all
position $RULES; hands B1 G1 / B3 G3 / Y3 G4; discard R7; draw Y1 B8 Y9
0 draw
hand 0 B1 G1 Y1
1 draw
hand 1 B3 G3 B8
2 draw
hand 2 Y3 G4 Y9

## N5 ten seats
@sheets all -jackpot
position $RULES; hands R1 R2 / R3 / R4 / R5 / R6 / R8 / R9 / G1 / G2 / G3; discard R7; draw Y1 Y2
0 play R1 uno
: turn=1

## N5 one hand may be very large
@sheets oficial
position $RULES; hands R0 R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 R6 R6 R7 R8 R8 R9 R9 G0 G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7 G7 G8 G8 G9 G9 W W W W W W W W W+4 W+4 W+4 W+4 / B3 B4; discard R7; draw Y1 Y2
size 0 49
0 play R1
: turn=1
size 0 48
