# D: the deck. What is in it card by card is counted in props.py.

## D1 D2 D3 D4 D5 D6 the whole deck is on the table
@for RULES,CARDS sin-reversa,100 duelo,108 oficial,112 penas,108
> {"do":"new","rules":"$RULES","players":4,"seed":7}
total $CARDS

## D1 the deck is the same for two
@for RULES,CARDS sin-reversa,100 duelo,108 oficial,112 penas,108
> {"do":"new","rules":"$RULES","players":2,"seed":8}
total $CARDS

## D1 and for ten
@for RULES,CARDS sin-reversa,100 duelo,108 oficial,112 penas,108
> {"do":"new","rules":"$RULES","players":10,"seed":9}
total $CARDS

## D7 D8 108 cards besides the eight rule cards
> {"do":"new","rules":"jackpot","players":8,"seed":7}
> {"do":"write","seat":0,"rule_cards":[{"text":"a","effects":["draw 1"]}]}
> {"do":"write","seat":1,"rule_cards":[{"text":"b","effects":["draw 1"]}]}
> {"do":"write","seat":2,"rule_cards":[{"text":"c","effects":["draw 1"]}]}
> {"do":"write","seat":3,"rule_cards":[{"text":"d","effects":["draw 1"]}]}
> {"do":"write","seat":4,"rule_cards":[{"text":"e","effects":["draw 1"]}]}
> {"do":"write","seat":5,"rule_cards":[{"text":"f","effects":["draw 1"]}]}
> {"do":"write","seat":6,"rule_cards":[{"text":"g","effects":["draw 1"]}]}
> {"do":"write","seat":7,"rule_cards":[{"text":"h","effects":["draw 1"]}]}
total 108

## D1 from two to ten seats, and no more
@sheets all -jackpot
@for N 0 1 11 -1 2.5 "4"
> {"do":"new","rules":"$RULES","players":$N,"seed":7}
error

## D7 from two to eight seats in jackpot
@for N 1 9 10
> {"do":"new","rules":"jackpot","players":$N,"seed":7}
error
