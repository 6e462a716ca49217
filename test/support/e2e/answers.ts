import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeIdOf } from '../../../infra/constructs/api/body/methods.ts';
import type { HttpExchange } from '../../../infra/emulator/gateway/gateway.ts';
import { ERRORS, type ErrorCode } from '../../../shared/platform/contract/errors.ts';
import { commonErrorCodesOf, type Route } from '../../../shared/platform/contract/route.ts';

/** The folder in which a run of the end-to-end tests records its responses. The global setup creates it. */
const ANSWERS_FOLDER_VARIABLE = 'E2E_ANSWERS';

/** Error codes that these tests do not provoke, each with its reason. */
const UNPROVOKED_ERROR_REASONS: Partial<Record<ErrorCode, string>> = {
  internal_error:
    'Only a fault of the service or of its database answers with it: database-faults.long.test.ts holds it for one ' +
    'operation, and the code that makes it is the same for all.',
  too_many_transactions:
    'Only more transactions of one owner than the database bears for seconds are answered with it: ' +
    'contention.integration.test.ts holds it without waiting.',
  new_account_limit_reached:
    'Addresses of this machine are exempt: login.integration.test.ts holds it for others.',
  native_asset:
    'Only a vault of a native coin or its wrapped token answers with it: vault-guards.integration.test.ts holds it.',
  open_transaction_limit_reached:
    'Only after 100 open transactions on a chain: open-transactions.integration.test.ts holds it.',
  settlement_unavailable: 'Only a live stage answers with it, and a server that runs here is a test one.',
};

/** One kind of response of an operation: `strategies.get 404 strategy_not_found`. */
const kindOf = (routeId: string, status: number, code = '') => `${routeId} ${status} ${code}`.trim();

function listDeclaredAnswers(routes: readonly Route[]): string[] {
  return routes.flatMap((route) => {
    const codes = [...new Set([...commonErrorCodesOf(route), ...route.errors])].filter(
      (code) => UNPROVOKED_ERROR_REASONS[code] === undefined,
    );
    return [
      kindOf(route.id, route.status),
      ...codes.map((code) => kindOf(route.id, ERRORS[code].status, code)),
    ];
  });
}

function codeOf(body: unknown): string {
  const text = typeof body === 'string' && body.startsWith('{"success":false') ? body : undefined;
  const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
  const error = parsed !== null && typeof parsed === 'object' && 'error' in parsed ? parsed.error : undefined;
  return error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : '';
}

/** Returns a pattern for the path of a route in any version. */
const pathPattern = ({ path }: Route) =>
  new RegExp(`^/[^/]+${path === '/' ? '' : path.replace(/\{\w+\}/g, '[^/]+')}/?$`);

/**
 * Returns the ids of the routes that a request may belong to. If the gateway found an operation, returns only the
 * operation's route. For a 404 without an operation, returns all routes that match the path.
 */
function findMatchingRouteIds(
  routes: readonly Route[],
  { operationName, path, response }: HttpExchange,
): string[] {
  if (operationName !== undefined) return [routeIdOf(operationName)];
  if (response.statusCode !== ERRORS.not_found.status) return [];
  return routes.filter((route) => pathPattern(route).test(path)).map(({ id }) => id);
}

/**
 * Returns a function that records each kind of response of a stack once. Returns undefined if the run does not record
 * responses.
 */
export function createAnswerRecorder(
  routes: readonly Route[],
): ((exchange: HttpExchange) => void) | undefined {
  const folder = process.env[ANSWERS_FOLDER_VARIABLE];
  if (folder === undefined) return undefined;
  const file = join(folder, `${process.pid}.answers`);
  const seen = new Set<string>();
  return (given) => {
    const { statusCode, body } = given.response;
    const code = codeOf(body);
    for (const id of findMatchingRouteIds(routes, given)) {
      const kind = kindOf(id, statusCode, code);
      if (seen.has(kind)) continue;
      seen.add(kind);
      appendFileSync(file, `${kind}\n`);
    }
  };
}

/** Records that a test file runs. */
export function recordTestFile(path: string): void {
  const folder = process.env[ANSWERS_FOLDER_VARIABLE];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.files`), `${path}\n`);
}

function lines(folder: string, kind: 'answers' | 'files'): Set<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith(`.${kind}`));
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n')));
}

export function startRecording(folder: string): void {
  process.env[ANSWERS_FOLDER_VARIABLE] = folder;
}

/** Whether every file of the project was part of the run. */
export function isWholeRun(folder: string): boolean {
  const ran = lines(folder, 'files');
  return globSync('test/**/*.e2e.test.ts').every((file) => [...ran].some((path) => path.endsWith(file)));
}

/** Declared responses that no test received. */
export function listUnreceivedAnswers(folder: string, routes: readonly Route[]): string[] {
  const seen = lines(folder, 'answers');
  return listDeclaredAnswers(routes).filter((kind) => !seen.has(kind));
}
