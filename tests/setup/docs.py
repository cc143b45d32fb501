#!/usr/bin/env python3
"""docs.py - the pages: links lead somewhere, decisions are dated and have an alternative, figures stand in one page."""
import pathlib
import re
import subprocess
import sys
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, has, run, same  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob('*.md'), *ROOT.glob('docs/**/*.md'), *ROOT.glob('bench/*.md'), *ROOT.glob('gpu/*.md'), *ROOT.glob('tests/**/*.md'), ROOT / 'web' / 'README.md'])


def without_code(text):
    return re.sub(r'`[^`\n]*`', '', re.sub(r'^```.*?^```', '', text, flags=re.M | re.S))


def anchors(text):
    """The names of a page's headings, as GitHub makes them."""
    found = []
    for heading in re.findall(r'^#+ (.*)$', re.sub(r'^```.*?^```', '', text, flags=re.M | re.S), re.M):
        name = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', heading).strip().lower()
        name = ''.join(c for c in name if c in ' -_' or unicodedata.category(c)[0] in 'LN')
        found.append(name.replace(' ', '-'))
    return found


@case
def links_lead_somewhere():
    wrong = []
    for page in PAGES:
        text = page.read_text(encoding='utf-8')
        for target in re.findall(r'\]\(([^)\s]+)\)|<img src="([^"]+)"', without_code(text)):
            path, _, name = ''.join(target).partition('#')
            if re.match('[a-z]+:', path):
                continue
            file = (page.parent / path).resolve() if path else page
            if not file.exists() or name and name not in anchors(file.read_text(encoding='utf-8')):
                wrong.append(f"{page.relative_to(ROOT)}: {''.join(target)}")
    same(wrong, [])


@case
def every_page_is_in_the_index():
    for folder in (ROOT / 'docs', ROOT / 'docs' / 'es'):
        text = (folder / 'README.md').read_text(encoding='utf-8')
        same([page.name for page in sorted(folder.glob('*.md')) if page.name != 'README.md' and f'({page.name})' not in text], [])


@case
def decisions_have_a_date_and_an_alternative():
    text = (ROOT / 'docs' / 'decisions.md').read_text(encoding='utf-8')
    entries = re.findall(r'^- (.*(?:\n  .*)*)', text, re.M)
    assert len(entries) > 50, 'docs/decisions.md has no entries'
    same([entry[:60] for entry in entries if not re.match(r'\*\*\d{4}-\d\d-\d\d · .+?\*\*', entry, re.S) or '*Instead of' not in entry], [])


@case
def spanish_sheets_have_the_same_rules():
    rows = [re.findall(r'^\| ([A-Z]\d+) \|', (ROOT / 'docs' / name).read_text(encoding='utf-8'), re.M) for name in ('sheets.md', 'es/hojas.md')]
    assert len(rows[0]) > 50, 'docs/sheets.md has no rules'
    same(rows[1], rows[0])
    marks = [re.findall(r'\*\*r\*\*', (ROOT / 'docs' / name).read_text(encoding='utf-8')) for name in ('sheets.md', 'es/hojas.md')]
    same(len(marks[1]), len(marks[0]))


def diffs(page):
    return ''.join(re.findall(r'^```diff\n(.*?)^```$', page.read_text(encoding='utf-8'), re.M | re.S))


@case
def the_worked_example_applies():
    patch = diffs(ROOT / 'docs' / 'adding-a-rule.md')
    has(patch, '+++ b/include/mazo/rules.def', '+++ b/tests/rules/h.t')
    tried = subprocess.run(['git', 'apply', '--check'], input=patch, cwd=ROOT, capture_output=True, text=True, check=False)
    same(tried.stderr, '')


@case
def lines_are_counted():
    counted = subprocess.run([sys.executable, '-c', 'import lines; print(lines.count(open(0).read()))'], cwd=ROOT / 'tools', text=True, check=True,
                             input='int a; /* and */\n\n/* two\n   lines */\nchar *s = "/*"; // code\n', stdout=subprocess.PIPE).stdout
    same(counted.strip(), '(2, 2, 1)')


@case
def files_that_pages_name_are_there():
    files = [file.relative_to(ROOT).parts for folder in ('src', 'include', 'tests', 'tools', 'bench', 'gpu', 'fuzz', 'web', 'docs', 'packaging')
             for file in (ROOT / folder).rglob('*') if 'node_modules' not in file.parts]
    known = {'/'.join(parts[i:]) for parts in files for i in range(len(parts))} | {'src/cli/NAME.c'}
    same([f'{page.relative_to(ROOT)}: {name}' for page in PAGES
          for name in sorted(set(re.findall(r'`((?:[\w.-]+/)*[\w-]+\.(?:c|h|def|py|mjs|ts|tsx|sh))`', page.read_text(encoding='utf-8'))))
          if name not in known], [])


@case
def the_way_of_a_message_is_as_drawn():
    section = (ROOT / 'docs' / 'tour.md').read_text(encoding='utf-8').split('## The path of one message')[1].split('\n## ')[0]
    rows = re.findall(r'^\| (\d+) \| `([\w/.]+)` \| `(\w+)` \|', section, re.M)
    same([int(number) for number, _, _ in rows], list(range(1, 13)))
    same(len({file for _, file, _ in rows}), 12)
    for number, file, function in rows:
        assert re.search(rf'^[a-z].*\b{function}\(', (ROOT / 'src' / file).read_text(encoding='utf-8'), re.M), f'{file} has no {function}()'
        has(section, f"{number}  {file.removeprefix('server/')}")


@case
def pages_that_programs_name_are_there():
    named = set()
    for folder in 'src', 'include', 'packaging', 'po', 'web/src', 'tests', 'bench', 'tools':
        for file in (ROOT / folder).rglob('*'):
            if file.suffix in ('.c', '.h', '.def', '.po', '.py', '.ts', '.conf', '.cfg', '.yml') and 'node_modules' not in file.parts:
                named |= set(re.findall(r'docs/(?:es/)?[a-z]+\.md', file.read_text(encoding='utf-8')))
    assert 'docs/serving.md' in named
    same(sorted(name for name in named if not (ROOT / name).exists()), [])


if __name__ == '__main__':
    sys.exit(run())
