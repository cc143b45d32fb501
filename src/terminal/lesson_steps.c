/*
 * lesson_steps.c - what the lesson teaches, step by step.
 */
#include "terminal/lesson.h"

#define CARD(color, value) (MAZO_##color * 16 + (value))
#define ANY_CARD MAZO_CARD_NONE
#define ANY_COLOR MAZO_COLOR_NONE
#define NOBODY MAZO_SEAT_NONE

/* A command of the learner: play a card. */
#define PLAY(card, say)                                                                            \
    {                                                                                              \
        MAZO_CMD_play, card, ANY_COLOR, NOBODY, false, say, NULL                                   \
    }

/* Another command, with the label of its key. */
#define DO(command, say, key)                                                                      \
    {                                                                                              \
        MAZO_CMD_##command, ANY_CARD, ANY_COLOR, NOBODY, false, say, key                           \
    }

#define NOTHING_BEFORE                                                                             \
    {                                                                                              \
        .type = MAZO_CMD_COUNT                                                                     \
    }

#define POSITION "{\"do\":\"position\",\"rules\":\"oficial\","

const struct lesson_step lesson_steps[] = {
    {
        N_("The same colour"),
        POSITION "\"hands\":[[\"R3\",\"G9\",\"B5\",\"Y1\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y5\",\"G6\"]],\"discard\":[\"R7\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(RED, 3), N_("The top card is a red 7, and it is your turn. A card of the same "
                               "colour goes on it: choose your red 3 with ◀ ▶ and press Enter."))},
        "",
        N_("Right! Now it is the turn of the next player. Whoever gets rid of all cards first "
           "wins the round."),
    },
    {
        N_("The same number"),
        POSITION "\"hands\":[[\"R2\",\"G7\",\"Y5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"B7\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(GREEN, 7),
              N_("You have no blue card, but the number may match too. Play your 7. "
                 "Cards that fit stand out; press another one, and it says why not."))},
        "",
        N_("Right! From now on green is the colour."),
    },
    {
        N_("Skip"),
        POSITION "\"hands\":[[\"BS\",\"G1\",\"Y5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"B4\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(BLUE, MAZO_SKIP),
              N_("Some cards have a symbol instead of a number. A Skip costs the next player the "
                 "turn. Play it."))},
        "",
        N_("The next player has lost the turn, and the one after plays."),
    },
    {
        N_("Reverse"),
        POSITION "\"hands\":[[\"GR\",\"B1\",\"Y5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"G4\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(GREEN, MAZO_REVERSE),
              N_("A Reverse turns the direction of play. Look at the arrow, and play it."))},
        "",
        N_("Now it goes the other way round. A symbol matches like a number: a Reverse of any "
           "colour would go on this one."),
    },
    {
        N_("Draw Two"),
        POSITION "\"hands\":[[\"Y+2\",\"B1\",\"G5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"Y9\"],\"draw\":[\"B6\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(
            CARD(YELLOW, MAZO_DRAW_TWO),
            N_("A Draw Two is what it says: the next player draws two cards and loses the turn."))},
        "",
        N_("Two cards more for the next player, and no turn. Keep such a card for whoever is "
           "about to win."),
    },
    {
        N_("Drawing a card"),
        POSITION "\"hands\":[[\"G1\",\"B2\",\"Y4\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        2,
        {DO(draw, N_("Nothing of yours fits a red 9. Then you draw a card: press %c."),
            N_("D draw")),
         PLAY(CARD(RED, 5), N_("A red 5, and it fits! By this sheet a drawn card that fits must be "
                               "played at once, when nothing else did. Play it."))},
        "",
        N_("When a drawn card does not fit you keep it, and the turn passes."),
    },
    {
        N_("Wild"),
        POSITION "\"hands\":[[\"W\",\"B3\",\"B8\",\"B1\",\"G2\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {{MAZO_CMD_play, MAZO_WILD, MAZO_BLUE, NOBODY, false,
          N_("A Wild goes on everything, and you name the colour that comes next. "
             "Play it, and name the colour of which you hold most: blue."),
          NULL}},
        N_("You could, but you hold three blue cards: with a Wild name blue, and you can go on "
           "laying them."),
        N_("Now only blue fits, or another Wild."),
    },
    {
        N_("Wild Draw Four"),
        POSITION "\"hands\":[[\"W+4\",\"G3\",\"G8\",\"Y1\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"R9\"],"
                 "\"draw\":[\"R5\",\"B6\",\"Y3\",\"B9\",\"R2\"],\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(MAZO_WILD_FOUR,
              N_("The strongest card: you name the colour, and the next player draws four and "
                 "loses the turn. It is legal only when you hold no card of the present colour. "
                 "You have no red one: play it."))},
        N_("You could, but this is the moment for the Wild Draw Four."),
        N_("The next player can accept and draw four, or say that it was a bluff."),
    },
    {
        N_("A bluff"),
        POSITION "\"hands\":[[\"G3\",\"G8\",\"Y1\",\"Y2\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"W+4\",\"R8\",\"R6\",\"B7\"]],\"discard\":[\"R9\"],"
                 "\"draw\":[\"R5\",\"B6\",\"Y3\",\"B9\",\"R2\",\"B4\",\"Y6\"],\"turn\":2}",
        {.type = MAZO_CMD_play, .seat = 2, .card = MAZO_WILD_FOUR, .color = MAZO_GREEN},
        2,
        {DO(challenge,
            N_("The red 9 was on top when Bruno laid a Wild Draw Four on you. Does he really hold "
               "nothing red? If you challenge him and he bluffed, he draws the four himself; "
               "if not, you draw six. Press %c: bluff!"),
            N_("B bluff!")),
         DO(play,
            N_("He did bluff: you have seen his red cards, and he has drawn four. "
               "Your turn goes on: play a green card."),
            NULL)},
        N_("Then you would just draw four. This time do not believe him: challenge."),
        N_("Well done. Only the player who is struck may challenge, and only that player sees "
           "the hand."),
    },
    {
        N_("Saying UNO"),
        POSITION "\"hands\":[[\"G4\",\"B8\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"G1\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {{MAZO_CMD_play, CARD(GREEN, 4), ANY_COLOR, NOBODY, true,
          N_("You are about to hold one card only. Say it before you lay the other one: "
             "press %c for UNO, then play the green 4."),
          N_("U UNO!")}},
        N_("Not so fast: whoever lays the last card but one without saying UNO can be caught, and "
           "draws two. Say UNO first."),
        N_("UNO! One card left."),
    },
    {
        N_("Catching"),
        POSITION "\"hands\":[[\"G4\",\"B8\",\"R3\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\"]],\"discard\":[\"Y1\",\"G1\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {{MAZO_CMD_catch, ANY_CARD, ANY_COLOR, 2, false,
          N_("Bruno has one card left, and he has not said UNO! Until the next player plays or "
             "draws you can catch him: press %c."),
          N_("C catch!")}},
        N_("You could, but then he gets away with it. Catch him first."),
        N_("Caught: he draws two. At the table he has a moment to say it himself, and so have "
           "you."),
    },
    {
        N_("The end of a round"),
        POSITION "\"hands\":[[\"R7\"],[\"R5\",\"GS\"],[\"W\"]],\"discard\":[\"R2\"],"
                 "\"draw\":[\"R4\",\"B6\",\"Y3\"],\"turn\":0,\"uno\":[true,false,true],"
                 "\"scores\":[390,120,85]}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(RED, 7), N_("Your last card fits. Play it, and the round is yours."))},
        "",
        N_("You score what the others hold: the red 5 counts 5, the Skip 20, the Wild 50. "
           "Whoever reaches 500 wins the match: you have 465."),
    },
};

const int lesson_step_count = sizeof lesson_steps / sizeof lesson_steps[0];
