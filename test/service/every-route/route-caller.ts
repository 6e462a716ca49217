import { expect } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../../shared/investments/contract/responses.ts';
import { pauseStrategy } from '../../../shared/investments/pauses.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS, type ErrorCode } from '../../../shared/platform/contract/errors.ts';
import { ID_PREFIXES } from '../../../shared/platform/contract/ids.ts';
import { commonErrorCodesOf, type Route } from '../../../shared/platform/contract/route.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import type { Answer } from '../../support/answer.ts';
import type { CallOptions } from '../../support/e2e/send.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { present } from '../../support/present.ts';

/** An address of this machine where no server listens. */
export const UNREACHABLE_URL = 'http://127.0.0.1:1/';

/** A valid alert for every account. */
export const ALERT = { kind: 'paused', target: 'filter', filter: { asset: 'USDC' } };

export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export function expectRefused(answer: Answer, code: ErrorCode, context: string): void {
  expect([answer.status, answer.error.code], `${context}: ${answer.text}`).toEqual([
    ERRORS[code].status,
    code,
  ]);
}

export const routesDeclaring = (code: ErrorCode) =>
  ROUTES.filter((route) => [...commonErrorCodesOf(route), ...route.errors].includes(code));

/** Returns the id of an item that does not exist, in the valid format. */
export const createUnknownId = (kind: keyof typeof ID_PREFIXES) => `${ID_PREFIXES[kind]}${'0'.repeat(24)}`;

/** Sends the requests with which tests provoke the declared responses of the routes. */
export class RouteCaller {
  readonly #of: () => E2eStack;
  readonly #paused = new Set<string>();
  #strategyId = '';

  constructor(of: () => E2eStack) {
    this.#of = of;
  }

  get service(): E2eStack {
    return this.#of();
  }

  /** A strategy that accepts deposits. Available after `findStrategy`. */
  get strategyId(): string {
    return this.#strategyId;
  }

  async findStrategy(): Promise<void> {
    const { keys } = this.service;
    const { data } = await this.service.call(strategies.list, {
      key: keys.enterprise,
      query: { per_page: '1' },
    });
    this.#strategyId = present(data[0]).id;
  }

  /** Calls a route with the values of its example, unless others are given. */
  ask(route: DocumentedRoute, request: Request, options: CallOptions): Promise<Answer> {
    const { params, query, body } = { ...route.example, ...request };
    const sent = route.body === undefined ? {} : { body: body ?? {} };
    return this.service.call(route, { params: params ?? {}, query: query ?? {}, ...sent, ...options });
  }

  /** Returns a credential of the Enterprise user for a route. */
  keyFor({ access }: Route): string {
    const { keys, sessions } = this.service;
    return access === 'session' ? sessions.enterprise : keys.enterprise;
  }

  async made<R extends Route>(route: R, body: unknown, key = this.keyFor(route)) {
    const answer = await this.service.call(route, { key, body });
    expect(answer.status, `${route.id}: ${answer.text}`).toBe(route.status);
    return answer.data;
  }

  async deposit(strategy_id: string | undefined, amount: string) {
    return transactionResult.parse(await this.made(investments.deposit, { strategy_id, amount }));
  }

  /** Pauses a strategy. Later tests use other strategies. */
  async pause(id: string): Promise<void> {
    this.#paused.add(id);
    await pauseStrategy(this.service.table, id, { reason: 'test', now: new Date() });
  }

  /** Returns the strategies of an asset that accept deposits, by descending TVL. */
  async strategiesOf(asset: string) {
    const query = { asset, per_page: '100', sort: 'tvl', order: 'desc' };
    const { data } = await this.service.call(strategies.list, { key: this.service.keys.enterprise, query });
    return data.filter(({ id }) => !this.#paused.has(id));
  }
}
