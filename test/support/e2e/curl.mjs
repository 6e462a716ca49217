#!/usr/bin/env node
// The part of curl that README.md uses, so that its commands run where only Node is installed.
const args = process.argv.slice(2);
const request = { method: 'GET', headers: {} };
let url = '';
for (let at = 0; at < args.length; at += 1) {
  const arg = args[at];
  if (arg === '-s') continue;
  if (arg === '-X') request.method = args[++at];
  else if (arg === '-d') request.body = args[++at];
  else if (arg === '-H') {
    const [name, ...value] = args[++at].split(':');
    request.headers[name] = value.join(':').trim();
  } else if (arg.startsWith('-'))
    throw new Error(`The README uses an option of curl that is not known here: ${arg}`);
  else url = arg;
}
process.stdout.write(await (await fetch(url, request)).text());
