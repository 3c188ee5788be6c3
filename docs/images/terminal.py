"""Makes the pictures of the command line in docs/cli.md: runs a command in a terminal (tmux), enters lines, and has
Chromium draw what the terminal shows; of `explain` the page that it writes.

    python3 docs/images/terminal.py repl     # docs/images/repl.png
    python3 docs/images/terminal.py bench    # docs/images/bench.png; on a machine with nothing else to do
    python3 docs/images/terminal.py explain  # docs/images/explain.png

All call bin/tensorc in the folder of the checkout.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMPT = "$ "
# name: columns, rows, the command, the lines that are entered in it, the text before each, and the text at the end
SESSIONS = {
    "repl": (
        80,
        40,
        "tensorc repl samples/edges.tc",
        [
            ":load cat=samples/data/chelsea.png",
            "let lines = sqrt(edges(astype(cat, f32)))",
            ":plot lines",
            "max(lines)",
            ":type lines - mean(lines, axis=1)[:, newaxis]",
        ],
        "tc> ",
        "tc> ",
    ),
    "bench": (
        100,
        26,
        "tensorc bench samples/edges.tc edges img=random:[512,512,3]",
        [],
        "",
        "the rest",
    ),
}
EXPLAINED = """\
## Layer normalisation: rows with mean 0 and variance 1, scaled.
export fn layer_norm(x: f32[n, d], scale: f32[?], shift: f32[?]) -> f32[n, d] {
    let mu = mean(x, axis=-1, keepdims=true)
    let c = x - mu
    let v = mean(c * c, axis=-1, keepdims=true)
    return c / sqrt(v + 1e-5) * scale + shift
}

## How far each value is from the best of its column, in steps.
export fn steps(x: i64[n, d], step: i64[d]) -> i64[n, d] {
    let best = max(x, axis=0)
    return (best - x) // step
}
"""
LIMIT = 300  # seconds
COLORS = "#000000 #c23621 #25a03f #a98b00 #3a5fcd #a03fa0 #2a9aa0 #d0d0d0".split()
STYLE = "margin:0;padding:14px;background:#1c1f26;color:#d8dce4;font:15px/1.16 'DejaVu Sans Mono',monospace"


def tmux(socket, *words):
    return subprocess.run(["tmux", "-S", socket, *words], check=True, capture_output=True, text=True).stdout


def wait_for(socket, text, count):
    """Waits until the terminal shows `text` at the beginning of `count` lines."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        lines = tmux(socket, "capture-pane", "-p", "-S", "-", "-t", "0").splitlines()
        if sum((line + " ").startswith(text) for line in lines) >= count:
            time.sleep(0.5)  # so that the line is whole
            return
        time.sleep(0.1)
    raise SystemExit(f"no `{text}` after {LIMIT} s:\n" + "\n".join(lines))


def color_256(n):
    if n < 16:
        return COLORS[n % 8]
    if n >= 232:
        return "#" + f"{8 + (n - 232) * 10:02x}" * 3
    n -= 16
    return "#" + "".join(f"{55 + 40 * d if d else 0:02x}" for d in (n // 36, n // 6 % 6, n % 6))


def style(codes, old):
    """The style after an escape sequence `ESC [ codes m`; `old` is the style before."""
    new = dict(old)
    codes = [int(code or 0) for code in codes.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            new = {}
        elif code == 1:
            new["font-weight"] = "bold"
        elif code in (38, 48):
            key = "color" if code == 38 else "background"
            if codes.pop(0) == 5:
                new[key] = color_256(codes.pop(0))
            else:
                new[key] = "rgb({},{},{})".format(*codes[:3])
                del codes[:3]
        elif code in (39, 49):
            new.pop("color" if code == 39 else "background", None)
        elif 30 <= code < 38 or 90 <= code < 98:
            new["color"] = COLORS[code % 10]
        elif 40 <= code < 48 or 100 <= code < 108:
            new["background"] = COLORS[code % 10]
    return new


def page(screen):
    parts, now = [], {}
    for text, codes in re.findall(r"([^\x1b]*)(?:\x1b\[([0-9;]*)m|$)", screen):
        css = ";".join(f"{key}:{value}" for key, value in now.items())
        parts.append(f'<span style="{css}">{html.escape(text)}</span>')
        now = style(codes, now)
    return f'<meta charset="utf-8"><body style="margin:0"><pre style="{STYLE}">' + "".join(parts) + "</pre>"


def draw(source, size, picture, folder):
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}"]
        + [f"--user-data-dir={folder}/profile", f"--screenshot={picture}", source.as_uri()],
        check=True,
        capture_output=True,
    )


def draw_terminal(screen, columns, picture, folder):
    source = pathlib.Path(folder) / "page.html"
    source.write_text(page(screen))
    draw(source, f"{int(columns * 9.04) + 28},{int(screen.count(chr(10)) * 17.4 + 28)}", picture, folder)


def draw_explanation(picture, folder):
    program, source = pathlib.Path(folder) / "norm.tc", pathlib.Path(folder) / "norm.html"
    program.write_text(EXPLAINED)
    subprocess.run([ROOT / "bin/tensorc", "explain", program, "--html", source], check=True)
    draw(source, "1400,1130", picture, folder)


def show(columns, rows, command, lines, prompt, last, picture):
    with tempfile.TemporaryDirectory() as folder:
        socket = folder + "/tmux"
        shell = ["env", "-u", "NO_COLOR", "TERM=tmux-256color", "COLORTERM=truecolor", "PS1=" + PROMPT]
        shell += [f"PATH={ROOT / 'bin'}:/usr/bin:/bin", f"XDG_STATE_HOME={folder}", "bash", "--norc", "--noprofile"]
        tmux(socket, "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(ROOT), *shell)
        try:
            tmux(socket, "set-option", "-g", "status", "off")
            wait_for(socket, PROMPT, 1)
            tmux(socket, "send-keys", command, "Enter")
            for count, line in enumerate(lines, start=1):
                wait_for(socket, prompt, count)
                tmux(socket, "send-keys", "-l", line)
                tmux(socket, "send-keys", "Enter")
            wait_for(socket, last, len(lines) + 1)
            screen = tmux(socket, "capture-pane", "-e", "-p", "-S", "-", "-t", "0").rstrip() + "\n"
        finally:
            tmux(socket, "kill-server")
        draw_terminal(screen, columns, picture, folder)


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in [*SESSIONS, "explain"]:
        raise SystemExit(__doc__.strip())
    name = sys.argv[1]
    picture = ROOT / "docs/images" / (name + ".png")
    if name == "explain":
        with tempfile.TemporaryDirectory() as folder:
            draw_explanation(picture, folder)
    else:
        show(*SESSIONS[name], picture)
    print(f"wrote {picture.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
