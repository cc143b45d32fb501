/*
 * _mazo.c - mazo/env.h and the built-in bots for Python: the class Games.
 *
 * What a step writes goes into arrays that Python has made and bound, and a step runs without Python's lock. Only
 * the stable interface of Python 3.11 is used, so that one file serves all later versions.
 */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bot/bot.h"
#include "mazo/mazo.h"

enum { ARRAYS = 7, GAMES_MOST = 1 << 20, NOBODY = 255 };

typedef struct {
    PyObject_HEAD struct mazo_env *envs;
    Py_ssize_t count;
    int seats, size; /* size: bytes of an observation */
    uint64_t seed;
    struct mazo_rules rules;
    struct mazo_env_options options;
    uint8_t level[MAZO_SEATS_MAX]; /* enum bot_level, or NOBODY */
    bool has_bots, listened;
    struct mazo_bot *bots; /* a row of seats for each game */
    struct mazo_bot_scratch *scratch;
    struct mazo_events *events;
    struct mazo_legal *legal;
    Py_buffer bound[ARRAYS];
    bool is_bound, busy;
    struct mazo_env_out out;
} Games;

/* ---- bots ---- */

/* Tells the bots of a game what has happened. */
static void tell(Games *s, Py_ssize_t i)
{
    const struct mazo_game *g = &s->envs[i].game;
    for (int seat = 0; s->listened && seat < s->seats; seat++) {
        struct mazo_bot *bot = &s->bots[i * s->seats + seat];
        struct mazo_view view;
        if (s->level[seat] == NOBODY || !mazo_bot_listens(bot))
            continue;
        mazo_view_of(g, seat, &view);
        for (int n = 0; n < s->events->count; n++) {
            struct mazo_event event;
            mazo_event_for(&s->events->at[n], seat, &event);
            mazo_bot_hear(bot, &view, &event, s->events->cards + event.first);
        }
    }
}

static struct mazo_events *listen(Games *s)
{
    if (!s->listened)
        return NULL;
    mazo_events_clear(s->events);
    return s->events;
}

static void wake_bots(Games *s, Py_ssize_t i)
{
    const struct mazo_game *g = &s->envs[i].game;
    for (int seat = 0; s->has_bots && seat < s->seats; seat++)
        if (s->level[seat] != NOBODY)
            mazo_bot_init(&s->bots[i * s->seats + seat], s->level[seat], MAZO_BOT_PLAIN,
                          MAZO_BOT_PLAYOUTS,
                          g->rng.counter + (uint64_t)seat * UINT64_C(0x9e3779b97f4a7c15));
}

/* The asked seat is a bot's: let it decide. */
static void let_bot_move(Games *s, Py_ssize_t i)
{
    struct mazo_env *env = &s->envs[i];
    int seat = env->asked, first = 0;
    struct mazo_view view;
    struct mazo_command c;
    struct mazo_events *ev = listen(s);
    mazo_view_of(&env->game, seat, &view);
    mazo_legal(&env->game, seat, s->legal);
    bool fine = s->legal->count &&
                mazo_bot_choose(&s->bots[i * s->seats + seat], &view, s->legal, s->scratch, &c) &&
                mazo_env_apply(env, &c, ev) == MAZO_ERR_ok;
    while (!fine && !(env->mask[first >> 6] >> (first & 63) & 1))
        first++;
    if (!fine && !mazo_env_act(env, MAZO_ACTION_wait, ev))
        mazo_env_act(env, first, ev);
    tell(s, i);
}

/* Goes on to the next decision of a seat without a bot. Events are added to the row. */
static void go_on(Games *s, Py_ssize_t i, float *rewards, uint8_t *done)
{
    struct mazo_env *env = &s->envs[i];
    float round[MAZO_SEATS_MAX];
    for (;;) {
        bool over = mazo_env_over(env);
        bool cut = s->options.limit && env->steps >= s->options.limit;
        if (env->game.phase >= MAZO_PHASE_round_over) {
            mazo_env_rewards(env, round);
            for (int seat = 0; rewards && seat < s->seats; seat++)
                rewards[seat] += round[seat];
        }
        if (over || cut) {
            if (done)
                *done = over ? 1 : 2;
            wake_bots(s, i);
            mazo_env_restart(env, listen(s));
            tell(s, i);
        } else if (env->game.phase == MAZO_PHASE_round_over) {
            mazo_env_act(env, MAZO_ACTION_next, listen(s));
            tell(s, i);
        } else if (s->level[env->asked] != NOBODY) {
            let_bot_move(s, i);
        } else {
            return;
        }
    }
}

/* As mazo_env_step, with bots at the table. */
static int step_with_bots(Games *s, const uint8_t *actions)
{
    const struct mazo_env_out *out = &s->out;
    int wrong = 0;
    memset(out->rewards, 0, (size_t)(s->count * s->seats) * sizeof *out->rewards);
    memset(out->done, 0, (size_t)s->count);
    for (Py_ssize_t i = 0; i < s->count; i++) {
        struct mazo_env *env = &s->envs[i];
        if (actions && !mazo_env_act(env, actions[i], listen(s))) {
            wrong++;
        } else {
            if (actions)
                tell(s, i);
            go_on(s, i, out->rewards + i * s->seats, out->done + i);
        }
    }
    struct mazo_env_out rows = *out;
    rows.rewards = NULL;
    rows.done = NULL;
    mazo_env_step(s->envs, (int)s->count, NULL, &rows);
    return wrong;
}

static int step(Games *s, const uint8_t *actions)
{
    if (s->has_bots)
        return step_with_bots(s, actions);
    return mazo_env_step(s->envs, (int)s->count, actions, &s->out);
}

static void start(Games *s)
{
    for (Py_ssize_t i = 0; i < s->count; i++) {
        mazo_env_init(&s->envs[i], &s->rules, s->seats, s->seed + (uint64_t)i, &s->options);
        wake_bots(s, i);
    }
}

/* ---- making them ---- */

static bool set_row(struct mazo_rules *rules, const char *name, PyObject *value)
{
    int rule = mazo_rule_by_name(name);
    if (rule < 0) {
        PyErr_Format(PyExc_ValueError, "there is no rule '%s'", name);
        return false;
    }
    if (PyUnicode_Check(value)) {
        const char *word = PyUnicode_AsUTF8AndSize(value, NULL);
        for (uint32_t n = 0; word && mazo_rule_word(rule, n); n++)
            if (strcmp(mazo_rule_word(rule, n), word) == 0)
                return mazo_rules_set(rules, rule, n);
        if (word)
            PyErr_Format(PyExc_ValueError, "%s: there is no choice '%s'", name, word);
        return false;
    }
    unsigned long n = PyLong_AsUnsignedLong(value);
    if (n == (unsigned long)-1 && PyErr_Occurred())
        return false;
    if (n > UINT32_MAX || !mazo_rules_set(rules, rule, (uint32_t)n)) {
        PyErr_Format(PyExc_ValueError, "%s = %lu is out of range", name, n);
        return false;
    }
    return true;
}

static bool read_rules(const char *sheet, PyObject *house, struct mazo_rules *rules)
{
    int number = mazo_sheet_by_name(sheet);
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (number < 0) {
        PyErr_Format(PyExc_ValueError, "there is no sheet '%s'", sheet);
        return false;
    }
    *rules = *mazo_rules_of_sheet(number);
    if (house == Py_None)
        return true;
    if (!PyDict_Check(house)) {
        PyErr_SetString(PyExc_TypeError, "house rules must be a dict");
        return false;
    }
    while (PyDict_Next(house, &at, &key, &value)) {
        const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
        if (!name && !PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "names of rules must be strings");
        if (!name || !set_row(rules, name, value))
            return false;
    }
    return true;
}

static bool sit_bots(Games *s, PyObject *bots)
{
    memset(s->level, NOBODY, sizeof s->level);
    if (bots == Py_None)
        return true;
    if (!PyList_Check(bots) || PyList_Size(bots) != s->seats) {
        PyErr_SetString(PyExc_ValueError, "bots must be a list with an entry for each seat");
        return false;
    }
    int people = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        PyObject *name = PyList_GetItem(bots, seat);
        if (name == Py_None) {
            people++;
            continue;
        }
        const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
        int level = text ? mazo_bot_level_by_name(text) : -1;
        if (level < 0) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_ValueError, "there is no bot %R", name);
            return false;
        }
        s->level[seat] = (uint8_t)level;
        s->has_bots = true;
    }
    if (!people)
        PyErr_SetString(PyExc_ValueError, "bots on all seats: nobody is left to be asked");
    return people > 0;
}

static void *reserve(size_t size)
{
    enum { PAGE = 1 << 21 };
    void *at = NULL;
    bool huge = size >= PAGE;
    if (posix_memalign(&at, huge ? PAGE : 64, size))
        return PyErr_NoMemory();
#ifdef MADV_HUGEPAGE
    if (huge)
        madvise(at, size, MADV_HUGEPAGE);
#endif
    return at;
}

static bool allot(Games *s)
{
    s->envs = reserve((size_t)s->count * sizeof *s->envs);
    if (!s->envs)
        return false;
    if (!s->has_bots)
        return true;
    s->bots = reserve((size_t)(s->count * s->seats) * sizeof *s->bots);
    s->scratch = s->bots ? reserve(mazo_bot_scratch_size()) : NULL;
    s->events = s->scratch ? reserve(sizeof *s->events) : NULL;
    s->legal = s->events ? reserve(sizeof *s->legal) : NULL;
    for (int seat = 0; s->legal && seat < s->seats; seat++)
        if (s->level[seat] != NOBODY) {
            mazo_bot_init(s->bots, s->level[seat], MAZO_BOT_PLAIN, MAZO_BOT_PLAYOUTS, 0);
            s->listened |= mazo_bot_listens(s->bots);
        }
    return s->legal;
}

static PyObject *games_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
    static char *names[] = {"sheet", "count",  "seats", "seed",   "house", "bots",
                            "match", "others", "write", "reward", "limit", NULL};
    const char *sheet;
    Py_ssize_t count;
    int seats, match = 0, others = 0, write = 0, reward = 0;
    unsigned long long seed = 0, limit = 0;
    PyObject *house = Py_None, *bots = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, words, "sni|KOOpppiK", names, &sheet, &count, &seats,
                                     &seed, &house, &bots, &match, &others, &write, &reward,
                                     &limit))
        return NULL;
    if (count < 1 || count > GAMES_MOST)
        return PyErr_Format(PyExc_ValueError, "the number of games must be 1 to %d", GAMES_MOST);
    if (reward < 0 || reward > MAZO_REWARD_points || limit > UINT32_MAX)
        return PyErr_Format(PyExc_ValueError, "no such reward or limit");
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Games *s = (Games *)alloc(type, 0);
    if (!s)
        return NULL;
    s->count = count;
    s->seats = seats;
    s->seed = seed;
    s->options = (struct mazo_env_options){.match = match, .others = others, .write = write};
    s->options.reward = (uint8_t)reward;
    s->options.limit = (uint32_t)limit;
    if (!read_rules(sheet, house, &s->rules))
        goto wrong;
    enum mazo_rules_fault fault = mazo_rules_check(&s->rules, seats);
    if (fault) {
        PyErr_Format(PyExc_ValueError, "%d seats: %s", seats, mazo_rules_fault_text(fault));
        goto wrong;
    }
    s->size = mazo_observation_size(&s->rules, seats);
    if (!sit_bots(s, bots) || !allot(s))
        goto wrong;
    start(s);
    return (PyObject *)s;
wrong:
    Py_DECREF(s);
    return NULL;
}

static void release(Games *s)
{
    for (int i = 0; s->is_bound && i < ARRAYS; i++)
        PyBuffer_Release(&s->bound[i]);
    s->is_bound = false;
}

static void games_dealloc(PyObject *self)
{
    Games *s = (Games *)self;
    PyTypeObject *type = Py_TYPE(self);
    release(s);
    free(s->envs);
    free(s->bots);
    free(s->scratch);
    free(s->events);
    free(s->legal);
    freefunc freed = (freefunc)PyType_GetSlot(type, Py_tp_free);
    freed(self);
    Py_DECREF(type);
}

/* ---- many games ---- */

/* Is another thread stepping these games? */
static bool is_busy(const Games *s)
{
    if (s->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread is using these games");
    return s->busy;
}

PyDoc_STRVAR(bind_doc,
             "bind(observations, masks, ids, counts, seats, rewards, done)\n\n"
             "The arrays that a step writes into: contiguous, of exactly the right size.");

static PyObject *games_bind(PyObject *self, PyObject *args)
{
    static const char *const names[ARRAYS] = {"observations", "masks",   "ids", "counts",
                                              "seats",        "rewards", "done"};
    Games *s = (Games *)self;
    static const uint8_t align[ARRAYS] = {1, 8, 1, 1, 1, 4, 1};
    PyObject *arrays[ARRAYS];
    Py_buffer found[ARRAYS];
    const Py_ssize_t row[ARRAYS] =
        {s->size, 8 * MAZO_MASK_WORDS, MAZO_IDS_MAX, 1, 1, (Py_ssize_t)sizeof(float) * s->seats, 1};
    int n = 0;
    if (is_busy(s) || !PyArg_ParseTuple(args, "OOOOOOO", &arrays[0], &arrays[1], &arrays[2],
                                        &arrays[3], &arrays[4], &arrays[5], &arrays[6]))
        return NULL;
    for (; n < ARRAYS; n++) {
        if (PyObject_GetBuffer(arrays[n], &found[n], PyBUF_CONTIG) < 0)
            break;
        if (found[n].len != row[n] * s->count || (uintptr_t)found[n].buf % align[n]) {
            PyErr_Format(PyExc_ValueError, "%s must have %zd aligned bytes, not %zd", names[n],
                         row[n] * s->count, found[n].len);
            PyBuffer_Release(&found[n]);
            break;
        }
    }
    if (n < ARRAYS) {
        while (n-- > 0)
            PyBuffer_Release(&found[n]);
        return NULL;
    }
    release(s);
    memcpy(s->bound, found, sizeof found);
    s->is_bound = true;
    s->out = (struct mazo_env_out){.observations = found[0].buf,
                                   .observation_stride = s->size,
                                   .masks = found[1].buf,
                                   .ids = found[2].buf,
                                   .counts = found[3].buf,
                                   .seats = found[4].buf,
                                   .rewards = found[5].buf,
                                   .done = found[6].buf};
    Py_RETURN_NONE;
}

PyDoc_STRVAR(step_doc, "step(actions)\n\nOne action for each game, or None: nothing moves, and all "
                       "is written.\nReturns how many actions were not legal; those games stay.");

static PyObject *games_step(PyObject *self, PyObject *arg)
{
    Games *s = (Games *)self;
    Py_buffer actions = {.buf = NULL};
    int wrong;
    if (is_busy(s))
        return NULL;
    if (!s->is_bound)
        return PyErr_Format(PyExc_RuntimeError, "bind the arrays first");
    if (arg != Py_None) {
        if (PyObject_GetBuffer(arg, &actions, PyBUF_SIMPLE) < 0)
            return NULL;
        if (actions.len != s->count) {
            PyErr_Format(PyExc_ValueError, "actions must be %zd bytes, not %zd", s->count,
                         actions.len);
            PyBuffer_Release(&actions);
            return NULL;
        }
    }
    s->busy = true;
    Py_BEGIN_ALLOW_THREADS wrong = step(s, actions.buf);
    Py_END_ALLOW_THREADS s->busy = false;
    if (actions.buf)
        PyBuffer_Release(&actions);
    return PyLong_FromLong(wrong);
}

PyDoc_STRVAR(reset_doc, "reset(seed)\n\nNew episodes in all games.");

static PyObject *games_reset(PyObject *self, PyObject *arg)
{
    Games *s = (Games *)self;
    unsigned long long seed = PyLong_AsUnsignedLongLong(arg);
    if (is_busy(s) || (seed == (unsigned long long)-1 && PyErr_Occurred()))
        return NULL;
    s->seed = seed;
    start(s);
    Py_RETURN_NONE;
}

/* ---- one game ---- */

/* The game of this number. */
static struct mazo_env *env_at(Games *s, Py_ssize_t i)
{
    if (is_busy(s))
        return NULL;
    if (i >= 0 && i < s->count)
        return &s->envs[i];
    PyErr_Format(PyExc_IndexError, "there is no game %zd", i);
    return NULL;
}

static bool is_seat(const Games *s, int seat)
{
    if (seat < 0 || seat >= s->seats)
        PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
    return seat >= 0 && seat < s->seats;
}

PyDoc_STRVAR(act_doc, "act(game, action)\n\nThe action of the seat that is asked. False if it is "
                      "not legal. Nothing restarts by itself.");

static PyObject *games_act(PyObject *self, PyObject *args)
{
    Py_ssize_t i;
    int action;
    if (!PyArg_ParseTuple(args, "ni", &i, &action))
        return NULL;
    struct mazo_env *env = env_at((Games *)self, i);
    return env ? PyBool_FromLong(mazo_env_act(env, action, NULL)) : NULL;
}

PyDoc_STRVAR(legal_doc, "legal(game, seat)\n\nThe legal actions of a seat, as bytes.");

static PyObject *games_legal(PyObject *self, PyObject *args)
{
    Py_ssize_t i;
    int seat, count = 0;
    char ids[MAZO_ACTION_COUNT];
    uint64_t mask[MAZO_MASK_WORDS];
    if (!PyArg_ParseTuple(args, "ni", &i, &seat))
        return NULL;
    struct mazo_env *env = env_at((Games *)self, i);
    if (!env || !is_seat((Games *)self, seat))
        return NULL;
    mazo_action_mask(&env->game, seat, env->picked, env->picks, mask);
    const uint64_t *asked = seat == env->asked ? env->mask : mask;
    for (int action = 0; action < MAZO_ACTION_COUNT; action++)
        if (asked[action >> 6] >> (action & 63) & 1)
            ids[count++] = (char)action;
    return PyBytes_FromStringAndSize(ids, count);
}

PyDoc_STRVAR(observe_doc, "observe(game, seat)\n\nWhat a seat may know, as bytes.");

static PyObject *games_observe(PyObject *self, PyObject *args)
{
    Py_ssize_t i;
    int seat;
    uint8_t out[MAZO_OBSERVATION_MAX];
    if (!PyArg_ParseTuple(args, "ni", &i, &seat))
        return NULL;
    struct mazo_env *env = env_at((Games *)self, i);
    if (!env || !is_seat((Games *)self, seat))
        return NULL;
    mazo_observe(env, seat, out);
    return PyBytes_FromStringAndSize((char *)out, ((Games *)self)->size);
}

PyDoc_STRVAR(rewards_doc, "rewards(game)\n\nWhat the round or the episode that is over brings each "
                          "seat; zeros before.");

static PyObject *games_rewards(PyObject *self, PyObject *arg)
{
    Games *s = (Games *)self;
    float rewards[MAZO_SEATS_MAX];
    Py_ssize_t i = PyLong_AsSsize_t(arg);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    struct mazo_env *env = env_at(s, i);
    PyObject *list = env ? PyList_New(s->seats) : NULL;
    if (!list)
        return NULL;
    mazo_env_rewards(env, rewards);
    for (int seat = 0; seat < s->seats; seat++)
        PyList_SetItem(list, seat, PyFloat_FromDouble((double)rewards[seat]));
    return list;
}

PyDoc_STRVAR(status_doc,
             "status(game)\n\n(seat that is asked, phase, is the episode over, actions so far, "
             "hash of the game)");

static PyObject *games_status(PyObject *self, PyObject *arg)
{
    Py_ssize_t i = PyLong_AsSsize_t(arg);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    struct mazo_env *env = env_at((Games *)self, i);
    if (!env)
        return NULL;
    return Py_BuildValue("(isOkK)", env->asked, mazo_phase_name(env->game.phase),
                         mazo_env_over(env) ? Py_True : Py_False, (unsigned long)env->steps,
                         (unsigned long long)mazo_hash(&env->game));
}

/* Games like these, without bots, whose games are still to be filled in. */
static Games *like(Games *s, Py_ssize_t count)
{
    PyTypeObject *type = Py_TYPE((PyObject *)s);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Games *other = (Games *)alloc(type, 0);
    if (!other)
        return NULL;
    other->count = count;
    other->seats = s->seats;
    other->size = s->size;
    other->seed = s->seed;
    other->rules = s->rules;
    other->options = s->options;
    memset(other->level, NOBODY, sizeof other->level);
    if (allot(other))
        return other;
    Py_DECREF(other);
    return NULL;
}

PyDoc_STRVAR(clone_doc, "clone(game)\n\nA copy of one game, with the same dice, without bots.");

static PyObject *games_clone(PyObject *self, PyObject *arg)
{
    Py_ssize_t i = PyLong_AsSsize_t(arg);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    struct mazo_env *env = env_at((Games *)self, i);
    Games *other = env ? like((Games *)self, 1) : NULL;
    if (other)
        other->envs[0] = *env;
    return (PyObject *)other;
}

PyDoc_STRVAR(
    resample_doc,
    "resample(game, seat, seed)\n\nA game that the seat could be in: what it sees is as it "
    "is, the rest is dealt anew.");

static PyObject *games_resample(PyObject *self, PyObject *args)
{
    Py_ssize_t i;
    int seat;
    unsigned long long seed;
    struct mazo_view view;
    if (!PyArg_ParseTuple(args, "niK", &i, &seat, &seed))
        return NULL;
    struct mazo_env *env = env_at((Games *)self, i);
    if (!env || !is_seat((Games *)self, seat))
        return NULL;
    if (env->game.phase == MAZO_PHASE_write)
        return PyErr_Format(PyExc_ValueError, "rule cards are being written");
    Games *other = like((Games *)self, 1);
    if (!other)
        return NULL;
    struct mazo_game game;
    uint64_t dice = mazo_fast_seed(seed);
    mazo_view_of(&env->game, seat, &view);
    mazo_resample(&view, &dice, &game);
    mazo_env_of(other->envs, &game, &other->options);
    other->envs->steps = env->steps;
    for (int n = 0; n < env->picks && env->game.turn == seat; n++)
        mazo_env_act(other->envs, MAZO_ACTION_throw + env->picked[n], NULL);
    return (PyObject *)other;
}

/* ---- the module ---- */

static PyObject *games_count(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromSsize_t(((Games *)self)->count);
}

static PyObject *games_seats(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(((Games *)self)->seats);
}

static PyObject *games_size(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(((Games *)self)->size);
}

static PyMethodDef methods[] = {
    {"bind", games_bind, METH_VARARGS, bind_doc},
    {"step", games_step, METH_O, step_doc},
    {"reset", games_reset, METH_O, reset_doc},
    {"act", games_act, METH_VARARGS, act_doc},
    {"legal", games_legal, METH_VARARGS, legal_doc},
    {"observe", games_observe, METH_VARARGS, observe_doc},
    {"rewards", games_rewards, METH_O, rewards_doc},
    {"status", games_status, METH_O, status_doc},
    {"clone", games_clone, METH_O, clone_doc},
    {"resample", games_resample, METH_VARARGS, resample_doc},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"count", games_count, NULL, "how many games", NULL},
    {"seats", games_seats, NULL, "seats in each of them", NULL},
    {"observation_size", games_size, NULL, "bytes of an observation", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)games_new},
    {Py_tp_dealloc, (void *)games_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {Py_tp_doc, "Games(sheet, count, seats, seed=0, house=None, bots=None, match=False, "
                "others=False, write=False, reward=0, limit=0)\n\nGames of one sheet."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "mazo._mazo.Games",
    .basicsize = sizeof(Games),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

static PyObject *names_of(int count, const char *(*name)(int))
{
    PyObject *list = PyTuple_New(count);
    for (int i = 0; list && i < count; i++)
        PyTuple_SetItem(list, i, PyUnicode_FromString(name(i)));
    return list;
}

static int add_all(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&spec);
    PyObject *sheets = names_of(MAZO_SHEET_COUNT, mazo_sheet_name);
    PyObject *levels = names_of(MAZO_BOT_LEVEL_COUNT, mazo_bot_level_name);
    if (PyModule_AddObjectRef(module, "Games", type) < 0 ||
        PyModule_AddObjectRef(module, "SHEETS", sheets) < 0 ||
        PyModule_AddObjectRef(module, "BOTS", levels) < 0 ||
        PyModule_AddIntConstant(module, "ACTIONS", MAZO_ACTION_COUNT) < 0 ||
        PyModule_AddIntConstant(module, "IDS", MAZO_IDS_MAX) < 0)
        return -1;
    Py_XDECREF(type);
    Py_XDECREF(sheets);
    Py_XDECREF(levels);
    return 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)add_all}, {0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_mazo",
    .m_doc = "UNO for programs that learn: see mazo.VecEnv and mazo.State.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__mazo(void) { return PyModuleDef_Init(&module); }
