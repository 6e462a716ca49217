import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { buildSamples, type Language } from '../../../infra/documentation/samples.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { requireTool, runTool } from '../../aws/engine/tool.ts';

const samplesIn = (language: Language) =>
  ROUTES.map((route) => ({
    id: route.id,
    method: route.method,
    text: new Map(buildSamples(route, CURRENT_VERSION)).get(language) ?? '',
  }));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs every sample with a module that replaces `requests`, and prints the request that each would have sent. */
const PYTHON_RUNNER_SOURCE = `
import io, json, os, sys, types
from contextlib import redirect_stdout

os.environ["KEY"] = "k"
sent = []

def verb(method):
    def call(url, headers=None, json=None):
        sent.append({"method": method, "url": url, "headers": headers or {}, "json": json})
        return types.SimpleNamespace(status_code=200, text="{}")
    return call

sys.modules["requests"] = types.SimpleNamespace(**{name: verb(name.upper()) for name in ("get", "post", "put", "patch", "delete")})
for sample in json.load(open(sys.argv[1])):
    with redirect_stdout(io.StringIO()):
        exec(compile(sample["text"], sample["id"], "exec"), {})
print(json.dumps(sent))
`;

test('every Python sample of the documentation runs and sends the request of its operation', async () => {
  const python = requireTool('python3', 'the samples in Python are run (3.10 or later).');
  const samples = samplesIn('python');
  writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));
  writeFileSync(join(folder, 'run.py'), PYTHON_RUNNER_SOURCE);
  const printed = await runTool(python, [join(folder, 'run.py'), join(folder, 'samples.json')]);
  const sent = z.array(z.object({ method: z.string(), url: z.string() })).parse(JSON.parse(printed));
  expect(sent.map(({ method }) => method)).toEqual(samples.map(({ method }) => method));
  const curls = samplesIn('curl').map(({ text }) => /"(https:[^"]+)"/.exec(text)?.[1]);
  expect(sent.map(({ url }) => url)).toEqual(curls);
});

test('every Go sample of the documentation compiles', async () => {
  const go = requireTool('go', 'the samples in Go are compiled (1.24 or later).');
  const functions = samplesIn('go').map(
    ({ text }, index) => `func sample${index}() {\n${text.replace(/^/gm, '\t')}\n}`,
  );
  const program = [
    'package main',
    'import ("io"; "log"; "net/http"; "os"; "strings")',
    // Replaces a package that would have to be downloaded.
    'var uuid = struct{ NewString func() string }{func() string { return "1" }}',
    'var _ = strings.NewReader',
    ...functions,
    `func main() { ${functions.map((_, index) => `sample${index}()`).join('; ')} }`,
  ];
  writeFileSync(join(folder, 'main.go'), program.join('\n\n'));
  writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.21\n');
  await expect(runTool(go, ['vet', './...'], { cwd: folder })).resolves.toBeTypeOf('string');
});
