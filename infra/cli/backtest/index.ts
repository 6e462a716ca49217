import { parseArgs } from 'node:util';
import { optionMistake } from '../option-mistake.ts';
import { expectationReports } from './expectations.ts';
import { planReports } from './plans.ts';
import { expectationText, planText, riskText } from './print.ts';
import { readRecordings } from './recording.ts';
import { riskReports } from './risks.ts';
import { type Walk, walk } from './walk.ts';

const HELP = `Walks recorded series forward day by day through the service's own code and says how well it judged them.

Usage: npm run backtest -- --data DIR

  --data DIR    the folder of the recordings: files series*.json or series*.json.gz (see docs/market.md)
  --set NAME    only the recording of this name; may be given again
  --help        show this text`;

const OPTIONS = {
  data: { type: 'string' },
  set: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs the command; what it has to say goes to `write`. */
export async function backtest(args: readonly string[], write: (text: string) => void): Promise<number> {
  const options = parse(args);
  if (typeof options === 'string') {
    write(options);
    return 2;
  }
  if (options.help === true) {
    write(HELP);
    return 0;
  }
  if (options.data === undefined) {
    write('--data is missing: the folder of the recordings. --help shows all options.');
    return 2;
  }
  const recordings = await readRecordings(options.data);
  const walks: Walk[] = [];
  for (const [name, recording] of recordings) {
    if (options.set !== undefined && !options.set.includes(name)) continue;
    const walked = walk(recording);
    walks.push(walked);
    write(`\n== ${name}: ${recording.pools.length} pools, ${recording.days} days`);
    write(reportText([walked]));
  }
  if (walks.length > 1) write(`\n== all sets together\n${reportText(walks)}`);
  if (walks.length === 0) write(`There is no such recording in ${options.data}.`);
  return walks.length === 0 ? 1 : 0;
}

function reportText(walks: readonly Walk[]): string {
  return [
    guardText(walks),
    levelText(walks),
    expectationText(expectationReports(walks)),
    planText(planReports(walks)),
    riskText(riskReports(walks)),
  ].join('\n\n');
}

function guardText(walks: readonly Walk[]): string {
  const sum = (of: (walk: Walk) => number) => walks.reduce((total, each) => total + of(each), 0);
  const [confirmed, takenBack] = [sum(({ held }) => held.confirmed), sum(({ held }) => held.takenBack)];
  const falseHolds = confirmed === 0 ? 0 : (100 * confirmed) / (confirmed + takenBack);
  return (
    `Held readings: ${confirmed} confirmed by the next one (${falseHolds.toFixed(0)}% false holds), ${takenBack} taken ` +
    `back, ${sum(({ held }) => held.open)} open. Spikes of one reading: ${sum(({ spikes }) => spikes.spikes)}, ` +
    `${sum(({ spikes }) => spikes.published)} published.`
  );
}

function levelText(walks: readonly Walk[]): string {
  const levels = { low: 0, medium: 0, high: 0 };
  for (const { published } of walks) {
    for (const today of published) for (const { record } of today.values()) levels[record.risk_level] += 1;
  }
  return `Days of pools by risk level: ${levels.low} low, ${levels.medium} medium, ${levels.high} high.`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    return optionMistake(error);
  }
}

if (import.meta.main) process.exitCode = await backtest(process.argv.slice(2), (text) => console.log(text));
