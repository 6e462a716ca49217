import { parseArgs } from 'node:util';
import { describeOptionError } from '../option-mistake.ts';
import { checkGoals } from './goals.ts';
import { type MarketReplay, replayRecording } from './market-replay.ts';
import { formatGoals, formatReport } from './print.ts';
import { RecordingError, readRecordings } from './recording.ts';
import { type BacktestReport, buildBacktestReport } from './report.ts';

const HELP = `Measures how good the estimates of the service are. For this, it runs the service on recorded APYs and TVLs, day by day.

Usage: npm run backtest -- --data DIR

  --data DIR    folder with the recordings (series*.json or series*.json.gz, see docs/market-research.md)
  --set NAME    use only the recording with this name; can be given several times
  --help        show this text`;

const BACKTEST_OPTIONS = {
  data: { type: 'string' },
  set: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs the command and passes its output to `write`. Resolves to the exit code. */
export async function runBacktest(args: readonly string[], write: (text: string) => void): Promise<number> {
  const options = parseArguments(args);
  if (typeof options === 'string') {
    write(options);
    return 2;
  }
  if (options.help === true) {
    write(HELP);
    return 0;
  }
  if (options.data === undefined) {
    write('--data DIR is required. DIR is the folder with the recordings. See --help.');
    return 2;
  }
  const recordingsOrMessage = await readRecordings(options.data).catch((error: unknown) => {
    if (error instanceof RecordingError) return error.message;
    throw error;
  });
  if (typeof recordingsOrMessage === 'string') {
    write(recordingsOrMessage);
    return 1;
  }
  const marketReplays: MarketReplay[] = [];
  const reports: BacktestReport[] = [];
  for (const [name, recording] of recordingsOrMessage) {
    if (options.set !== undefined && !options.set.includes(name)) continue;
    const marketReplay = replayRecording(recording);
    const report = buildBacktestReport(name, [marketReplay]);
    marketReplays.push(marketReplay);
    reports.push(report);
    write(`\n== ${name}: ${recording.pools.length} pools, ${recording.days} days\n${formatReport(report)}`);
  }
  if (marketReplays.length === 0) write(`No recording was found in ${options.data}. Check --data and --set.`);
  if (marketReplays.length === 0) return 1;
  const combinedReport = buildBacktestReport(ALL_RECORDINGS_NAME, marketReplays);
  if (marketReplays.length > 1) write(`\n== ${ALL_RECORDINGS_NAME}\n${formatReport(combinedReport)}`);
  write(`\n== Goals\n${formatGoals(checkGoals(reports, combinedReport))}`);
  return 0;
}

const ALL_RECORDINGS_NAME = 'all sets together';

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: BACKTEST_OPTIONS }).values;
  } catch (error) {
    return describeOptionError(error);
  }
}

if (import.meta.main)
  process.exitCode = await runBacktest(process.argv.slice(2), (text) => console.log(text));
