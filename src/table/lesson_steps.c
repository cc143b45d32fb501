/*
 * lesson_steps.c - what the lesson teaches, step by step.
 *
 * The learner sits at seat 0, Ana at 1, Bruno at 2. Texts name no keys and no buttons.
 */
#include "table/lesson.h"

#define CARD(color, value) (MAZO_##color * 16 + (value))
#define ANY_CARD MAZO_CARD_NONE
#define ANY_COLOR MAZO_COLOR_NONE
#define NOBODY MAZO_SEAT_NONE

/* A command of the learner: play a card. */
#define PLAY(card, how, say, wrong)                                                                \
    {                                                                                              \
        MAZO_CMD_play, card, ANY_COLOR, NOBODY, false, LESSON_HOW_##how, say, wrong                \
    }

/* Another command. */
#define DO(command, how, say, wrong)                                                               \
    {                                                                                              \
        MAZO_CMD_##command, ANY_CARD, ANY_COLOR, NOBODY, false, LESSON_HOW_##how, say, wrong       \
    }

#define NOTHING_BEFORE                                                                             \
    {                                                                                              \
        .type = MAZO_CMD_COUNT                                                                     \
    }

#define POSITION "{\"do\":\"position\",\"rules\":\"oficial\","

const struct lesson_step lesson_steps[] = {
    {
        N_("The same color"),
        POSITION "\"hands\":[[\"R3\",\"G9\",\"B5\",\"Y1\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y5\",\"G6\"]],\"discard\":[\"R7\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(RED, 3), CARD,
              N_("Your turn, and the top card is a red 7. A card of the same color goes on it: "
                 "play your red 3."),
              NULL)},
        N_("Right! Ana is next. The first player to get rid of all their cards wins the round."),
    },
    {
        N_("The same number"),
        POSITION "\"hands\":[[\"R2\",\"G7\",\"Y5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"B7\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(GREEN, 7), KNOWN,
              N_("You have no blue card, but the same number fits too: play your 7. The cards "
                 "that fit stand out; try another one, and you'll see why it doesn't fit."),
              NULL)},
        N_("Right! The color is green now."),
    },
    {
        N_("Skip"),
        POSITION "\"hands\":[[\"BS\",\"G1\",\"Y5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"B4\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(BLUE, MAZO_SKIP), KNOWN,
              N_("Some cards have a symbol instead of a number. With a Skip, the next player loses "
                 "a turn. Play it."),
              NULL)},
        N_("Ana has lost her turn: Bruno is next."),
    },
    {
        N_("Reverse"),
        POSITION "\"hands\":[[\"GR\",\"B1\",\"Y5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"G4\"],\"draw\":[\"B1\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(GREEN, MAZO_REVERSE), KNOWN,
              N_("A Reverse changes the direction of play. Watch the arrows, and play it."), NULL)},
        N_("Play goes the other way now: Bruno is next, not Ana. Symbols match like numbers, so a "
           "Reverse of any color would fit here."),
    },
    {
        N_("Draw Two"),
        POSITION "\"hands\":[[\"Y+2\",\"B1\",\"G5\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y4\",\"Y8\",\"G6\"]],\"discard\":[\"Y9\"],\"draw\":[\"B6\",\"B2\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(YELLOW, MAZO_DRAW_TWO), KNOWN,
              N_("A Draw Two does what it says: the next player draws two cards and loses a turn. "
                 "Play it."),
              NULL)},
        N_("Ana has drawn two cards and lost her turn. Save a card like this for somebody who is "
           "about to win. A Draw Two also goes on any other Draw Two."),
    },
    {
        N_("Drawing a card"),
        POSITION "\"hands\":[[\"G1\",\"B2\",\"Y4\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        2,
        {DO(draw, DRAW, N_("None of your cards fits a red 9. Then you draw one."), NULL),
         PLAY(CARD(RED, 5), KNOWN,
              N_("A red 5: it fits! Nothing else did, so with these rules you must play it now."),
              NULL)},
        N_("If the card you draw doesn't fit, you keep it and your turn ends. You may also draw when "
           "a card of yours would fit. When the pile is used up, the discards are shuffled."),
    },
    {
        N_("Wild"),
        POSITION "\"hands\":[[\"W\",\"B3\",\"B8\",\"B1\",\"G2\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {{MAZO_CMD_play, MAZO_WILD, MAZO_BLUE, NOBODY, false, LESSON_HOW_KNOWN,
          N_("A Wild goes on any card, and you choose the color that follows. Play it and choose "
             "the color you have most of: blue."),
          N_("You could, but you have three blue cards. Play the Wild and choose blue: then you "
             "can get rid of them.")}},
        N_("Now only blue cards fit, or another Wild."),
    },
    {
        N_("Wild Draw Four"),
        POSITION "\"hands\":[[\"W+4\",\"G3\",\"G8\",\"Y1\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"R9\"],"
                 "\"draw\":[\"R5\",\"B6\",\"Y3\",\"B9\",\"R2\"],\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {PLAY(
            MAZO_WILD_FOUR, KNOWN,
            N_("The strongest card: you choose the color, and the next player draws four and "
               "loses a turn. With these rules it is honest only if you have no card of the color "
               "that was on top before; else it is a bluff, which can cost you the four. You have "
               "no red card: play it."),
            N_("You could, but this is the moment for the Wild Draw Four."))},
        N_("Now Ana can draw the four cards, or challenge you if she thinks that you are "
           "bluffing."),
    },
    {
        N_("A bluff"),
        POSITION "\"hands\":[[\"G3\",\"G8\",\"Y1\",\"Y2\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"W+4\",\"R8\",\"R6\",\"B7\"]],\"discard\":[\"R9\"],"
                 "\"draw\":[\"R5\",\"B6\",\"Y3\",\"B9\",\"R2\",\"B4\",\"Y6\"],\"turn\":2}",
        {.type = MAZO_CMD_play, .seat = 2, .card = MAZO_WILD_FOUR, .color = MAZO_GREEN},
        2,
        {DO(challenge, CHALLENGE,
            N_("Red was on top when Bruno played a Wild Draw Four on you. Does he really have "
               "no red card? If you challenge him and he was bluffing, he draws the four; if "
               "not, you draw six. Challenge him."),
            N_("Then you would just draw four. Don't believe him this time: challenge him.")),
         DO(play, KNOWN,
            N_("He was bluffing: you have seen his red cards, and he has drawn four. It's still "
               "your turn: play a green card."),
            NULL)},
        N_("Well done. Only the player who would have to draw may challenge, and only that player "
           "sees the hand."),
    },
    {
        N_("Saying UNO"),
        POSITION "\"hands\":[[\"G4\",\"B8\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\",\"Y8\",\"G6\"]],\"discard\":[\"G1\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {{MAZO_CMD_play, CARD(GREEN, 4), ANY_COLOR, NOBODY, true, LESSON_HOW_UNO,
          N_("You are about to have only one card left. Say UNO first, then play the green 4."),
          N_("Not so fast: if you are down to one card and haven't said UNO, you can be caught, "
             "and you draw two. Say UNO first.")}},
        N_("UNO! One card left."),
    },
    {
        N_("Catching"),
        POSITION "\"hands\":[[\"G4\",\"B8\",\"R3\"],[\"R1\",\"G2\",\"B3\"],"
                 "[\"Y5\"]],\"discard\":[\"Y1\",\"G1\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],"
                 "\"turn\":0}",
        NOTHING_BEFORE,
        1,
        {{MAZO_CMD_catch, ANY_CARD, ANY_COLOR, 2, false, LESSON_HOW_CATCH,
          N_("Bruno has one card left, and he hasn't said UNO! With these rules you can catch him "
             "until the next player plays or draws."),
          N_("You could, but then he gets away with it. Catch him first.")}},
        N_("Caught: he draws two. In a real game there is a short moment to say UNO late; you "
           "get it too."),
    },
    {
        N_("The end of a round"),
        POSITION "\"hands\":[[\"R7\"],[\"R5\",\"GS\"],[\"W\"]],\"discard\":[\"R2\"],"
                 "\"draw\":[\"R4\",\"B6\",\"Y3\"],\"turn\":0,\"uno\":[true,false,true],"
                 "\"scores\":[390,120,85]}",
        NOTHING_BEFORE,
        1,
        {PLAY(CARD(RED, 7), KNOWN, N_("Your last card fits. Play it, and you win the round."),
              NULL)},
        N_("You score what the others hold: 5 for the red 5, 20 for the Skip, 50 for the Wild. The "
           "first to reach 500 wins the match, with these rules: you have 465."),
    },
};

const int lesson_step_count = sizeof lesson_steps / sizeof lesson_steps[0];
