import { expect } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { movementResult } from '../../../shared/investments/contract/responses.ts';
import { pauseStrategy } from '../../../shared/investments/pauses.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS, type ErrorCode } from '../../../shared/platform/contract/errors.ts';
import { ID_PREFIXES } from '../../../shared/platform/contract/ids.ts';
import { commonErrors, type Route } from '../../../shared/platform/contract/route.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import type { Answer } from '../../support/answer.ts';
import type { CallOptions } from '../../support/e2e/send.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { present } from '../../support/present.ts';

/** An address of this machine at which nobody listens. */
export const UNHEARD = 'http://127.0.0.1:1/';

/** An alert that every account may have. */
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

export const declaring = (code: ErrorCode) =>
  ROUTES.filter((route) => [...commonErrors(route), ...route.errors].includes(code));

/** A strategy, an investment, a connection and a key that nobody has, under ids of the right form. */
export const nobodys = (kind: keyof typeof ID_PREFIXES) => `${ID_PREFIXES[kind]}${'0'.repeat(24)}`;

/** Asks a service for what its routes declare. */
export class Asking {
  readonly #of: () => E2eStack;
  readonly #paused = new Set<string>();
  #strategyId = '';

  constructor(of: () => E2eStack) {
    this.#of = of;
  }

  get service(): E2eStack {
    return this.#of();
  }

  /** A strategy that takes deposits, once it was looked for. */
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

  /** Asks a route with its own example where nothing else is given. */
  ask(route: DocumentedRoute, request: Request, options: CallOptions): Promise<Answer> {
    const { params, query, body } = { ...route.example, ...request };
    const sent = route.body === undefined ? {} : { body: body ?? {} };
    return this.service.call(route, { params: params ?? {}, query: query ?? {}, ...sent, ...options });
  }

  /** A credential of the Enterprise user that may ask the route. */
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
    return movementResult.parse(await this.made(investments.deposit, { strategy_id, amount }));
  }

  /** Pauses a strategy: what comes later keeps to others. */
  async pause(id: string): Promise<void> {
    this.#paused.add(id);
    await pauseStrategy(this.service.table, id, { reason: 'test', now: new Date() });
  }

  /** The strategies of an asset that take deposits, the largest first. */
  async strategiesOf(asset: string) {
    const query = { asset, per_page: '100', sort: 'tvl', order: 'desc' };
    const { data } = await this.service.call(strategies.list, { key: this.service.keys.enterprise, query });
    return data.filter(({ id }) => !this.#paused.has(id));
  }
}
