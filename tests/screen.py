"""A small terminal: what a program that writes for xterm has put on its screen."""
import codecs
import re

SEQUENCE = re.compile(r'\x1b(?:\[([?>]?)([0-9;]*)([@-~])|[()][0-9A-Za-z]|\][^\x07]*\x07|[0-9=>A-Z])')
IGNORED = 'mhlt'  # colors, modes, titles
MOVES = {'A': (-1, 0), 'B': (1, 0), 'C': (0, 1), 'D': (0, -1)}


class Screen:
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.decode = codecs.getincrementaldecoder('utf-8')('replace').decode
        self.rest, self.last = '', ' '
        self.top, self.bottom = 0, rows  # the rows that scroll
        self.clear()

    def clear(self):
        self.row = self.column = 0
        self.lines = [[' '] * self.columns for _ in range(self.rows)]

    def text(self):
        return '\n'.join(''.join(line).rstrip() for line in self.lines)

    def feed(self, data):
        """What the program has written; a sequence may come in pieces."""
        text, at = self.rest + self.decode(data), 0
        while at < len(text):
            if text[at] != '\x1b':
                self.put(text[at])
                at += 1
            elif found := SEQUENCE.match(text, at):
                if found[0] == '\x1bM' and self.row == self.top:
                    self.scroll(self.top, -1)
                elif found[3] and found[1] == '':
                    self.obey(found[3], [int(n or 0) for n in found[2].split(';')])
                at = found.end()
            else:
                assert len(text) - at < 32, f'what is {text[at:at + 32]!r}?'
                break
        self.rest = text[at:]

    def put(self, character):
        if character == '\r':
            self.column = 0
        elif character == '\n' and self.row == self.bottom - 1:
            self.scroll(self.top, 1)
        elif character == '\n':
            self.row = min(self.row + 1, self.rows - 1)
        elif character == '\b':
            self.column = max(self.column - 1, 0)
        elif character >= ' ':
            if self.column == self.columns:
                self.row, self.column = min(self.row + 1, self.rows - 1), 0
            self.lines[self.row][self.column] = self.last = character
            self.column += 1

    def scroll(self, top, by):
        """The rows from `top` to the end of those that scroll: up, or down where `by` is below 0."""
        blank = [[' '] * self.columns for _ in range(min(abs(by), self.bottom - top))]
        rows = self.lines[top:self.bottom]
        self.lines[top:self.bottom] = rows[len(blank):] + blank if by > 0 else blank + rows[:len(rows) - len(blank)]

    def obey(self, letter, numbers):
        first = numbers[0]
        line, at = self.lines[self.row], min(self.column, self.columns - 1)
        if letter in MOVES:
            down, right = MOVES[letter]
            self.row += down * max(first, 1)
            self.column = at + right * max(first, 1)
        elif letter == 'H':
            self.row, self.column = first - 1, (numbers + [1])[1] - 1
        elif letter == 'G':
            self.column = first - 1
        elif letter == 'd':
            self.row = first - 1
        elif letter == 'J' and first == 2:
            self.clear()
        elif letter == 'J':
            line[at:] = ' ' * (self.columns - at)
            self.lines[self.row + 1:] = [[' '] * self.columns for _ in range(self.row + 1, self.rows)]
        elif letter == 'K':
            line[slice(0, at + 1) if first == 1 else slice(at, None)] = ' ' * (at + 1 if first == 1 else self.columns - at)
        elif letter == 'X':
            line[at:at + first] = ' ' * min(first, self.columns - at)
        elif letter == 'b':
            for _ in range(first):
                self.put(self.last)
        elif letter == '@':
            line[at:] = (list(' ' * max(first, 1)) + line[at:])[:self.columns - at]
        elif letter == 'r':
            self.top, self.bottom = max(first, 1) - 1, (numbers + [0])[1] or self.rows
            self.row = self.column = 0
        elif letter in 'STLM':
            self.scroll(self.top if letter in 'ST' else self.row, max(first, 1) * (1 if letter in 'SM' else -1))
        elif letter == 'P':
            line[at:] = line[at + max(first, 1):] + list(' ' * max(first, 1))
        else:
            assert letter in IGNORED, f'what is {letter!r}?'
        self.row = min(max(self.row, 0), self.rows - 1)
        self.column = min(max(self.column, 0), self.columns)
