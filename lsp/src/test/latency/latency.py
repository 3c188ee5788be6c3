"""Measures how long `tensorc lsp` takes to answer in a program of a given number of lines, as an editor asks it.

    python3 lsp/src/test/latency/latency.py [--lines 1000] [--rounds 200] [--command bin/tensorc]

Each round types a letter, asks for completion behind it and for a hover, takes the letter back, and asks for the hover
again. Times are milliseconds from a request to its answer; the server sees a change just before the first request.
"""

import argparse
import json
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
FUNCTION = """\
## Scales rows, and adds what each column has.
export fn scaled{n}(x: f32[rows, columns], scale: f32[columns]) -> f32[rows, columns] {{
    let middle = mean(x, axis=0)
    let spread = sqrt(mean((x - middle) * (x - middle), axis=0) + 1e-5)
    let shifted = (x - middle) / spread
    return shifted * scale + middle
}}

"""
LINES_OF_FUNCTION = FUNCTION.count("\n")


class Server:
    """A process that speaks the Language Server Protocol over its standard streams."""

    def __init__(self, command):
        self.process = subprocess.Popen([command, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.requests = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise SystemExit("the server has ended")
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        """The answer, and the milliseconds until it came."""
        self.requests += 1
        began = time.perf_counter()
        self.send({"id": self.requests, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.requests or "method" in message:
            pass
        took = (time.perf_counter() - began) * 1000
        if not message.get("result"):
            raise SystemExit(f"{method} has no answer: {message}")
        return message["result"], took


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--command", default=str(ROOT / "bin/tensorc"))
    options = parser.parse_args()

    functions = max(1, options.lines // LINES_OF_FUNCTION)
    text = "".join(FUNCTION.format(n=n) for n in range(functions))
    name = (ROOT / "latency.tc").as_uri()  # in the editor alone: no such file is made
    document = {"uri": name}

    server = Server(options.command)
    server.ask("initialize", {"processId": None, "rootUri": ROOT.as_uri(), "capabilities": {}})
    server.tell("initialized", {})
    server.tell("textDocument/didOpen", {"textDocument": {**document, "languageId": "tensorc", "version": 0, "text": text}})

    version = 0

    def change(new):
        nonlocal version
        version += 1
        server.tell(
            "textDocument/didChange",
            {"textDocument": {**document, "version": version}, "contentChanges": [{"text": new}]},
        )

    times = {"completion after a letter": [], "hover after a letter": [], "hover": []}
    lines = text.split("\n")
    warm = max(20, options.rounds // 5)
    for turn in range(warm + options.rounds):
        line = (turn * 7 % functions) * LINES_OF_FUNCTION + 5  # a return
        typed = lines.copy()
        typed[line] += " + sp"
        change("\n".join(typed))
        place = {"textDocument": document, "position": {"line": line, "character": len(typed[line])}}
        word = {"textDocument": document, "position": {"line": line, "character": typed[line].index("shifted") + 1}}
        items, completion = server.ask("textDocument/completion", place)
        labels = [item["label"] for item in (items["items"] if isinstance(items, dict) else items)]
        if "spread" not in labels:
            raise SystemExit(f"no `spread` among {labels}")
        change(text)
        _, first = server.ask("textDocument/hover", word)
        _, again = server.ask("textDocument/hover", word)
        if turn >= warm:
            for key, took in zip(times, (completion, first, again)):
                times[key].append(took)

    print(f"{text.count(chr(10))} lines, {options.rounds} rounds after {warm} to warm up; milliseconds")
    print(f"{'':28}{'median':>8}{'95 %':>8}{'most':>8}")
    for key, values in times.items():
        print(f"{key:28}{percentile(values, 0.5):8.1f}{percentile(values, 0.95):8.1f}{max(values):8.1f}")
    server.tell("exit", None)
    server.process.wait(timeout=10)


if __name__ == "__main__":
    main()
