"""Programs of the build with one edit planted in their source: for tests that ask whether a test sees it."""
import json
import pathlib
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def met(file, old):
    """Is the line still there, once?"""
    count = (ROOT / file).read_text().count(old)
    if count != 1:
        raise ValueError(f'{count} times in {file}: {old.strip()}')
    return True


def planted(file, old, new, folder):
    """A copy of the source with the edit, in a folder that is looked through for headers first."""
    met(file, old)
    edited = folder / file
    edited.parent.mkdir(parents=True, exist_ok=True)
    edited.write_text((ROOT / file).read_text().replace(old, new))
    return edited


def compile_as(build, original, source, output, first):
    """Compile `source` as the build compiles `original`, with the folder `first` looked through first."""
    entries = json.loads((build / 'compile_commands.json').read_text())
    entry = next(e for e in entries if (pathlib.Path(e['directory']) / e['file']).resolve() == original)
    words = shlex.split(entry['command'])
    if words[0].endswith('ccache'):
        words = words[1:]
    words[words.index('-o') + 1] = str(output)
    words[words.index('-c') + 1] = str(source)
    for flag in ('-MF', '-MQ'):
        words[words.index(flag) + 1] = str(output) + '.d'
    at = next(i for i, word in enumerate(words) if word.startswith('-'))
    words = words[:at] + [f'-I{first}'] + [w for w in words[at:] if w != '-Werror'] + ['-O1', '-w', '-fno-lto']
    subprocess.run(words, cwd=entry['directory'], check=True, capture_output=True)


def link_of(build, program):
    """How the build links a program."""
    lines = subprocess.run(['ninja', '-t', 'commands', str(program.relative_to(build))], cwd=build, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    return shlex.split(next(line for line in reversed(lines) if f' -o {program.relative_to(build)} ' in line))


def edited_program(program, build, file, old, new, folder):
    """The program with the edit: the edited file is linked before the libraries that hold the original."""
    edited = planted(file, old, new, folder)
    original = ROOT / file
    if file.startswith('src/engine/'):  # compiled as one
        edited = folder / 'src/engine/engine.c'
        original = ROOT / 'src/engine/engine.c'
        for other in (ROOT / 'src/engine').iterdir():
            if not (edited.parent / other.name).exists():
                (edited.parent / other.name).write_bytes(other.read_bytes())
    output = folder / 'edited.o'
    compile_as(build, original, edited, output, folder / 'src')
    link = link_of(build, program)
    at = link.index('-o')
    link[at + 1] = str(folder / program.name)
    link.insert(at + 2, str(output))
    subprocess.run(link, cwd=build, check=True, capture_output=True)
    return folder / program.name
