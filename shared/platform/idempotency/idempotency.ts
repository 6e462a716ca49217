import * as z from 'zod/mini';
import { ApiError, ERRORS, type ErrorCode } from '../contract/errors.ts';
import { requestHash } from '../domain/request-hash.ts';
import type { Table } from '../dynamodb/client.ts';
import type { Write } from '../dynamodb/transact.ts';
import type { Reply } from '../request.ts';
import {
  type AnswerRecord,
  answerKey,
  answerWrite,
  findAnswer,
  parseAnswer,
  type RequestKey,
  storeAnswer,
} from './answers.ts';

/** Wraps the stored text of an answer that holds a secret, so that only its caller can have it again. */
export interface Seal {
  seal(text: string): string | Promise<string>;
  /** Throws when the text was sealed for another credential. */
  open(sealed: string): string | Promise<string>;
}

const PLAIN: Seal = { seal: (text) => text, open: (text) => text };

/** One request that may come more than once. */
export interface IdempotentRequest {
  readonly ownerId: string;
  readonly routeId: string;
  /** The `Idempotency-Key` header; without one every request is a new one. */
  readonly key: string | undefined;
  /** The validated input, which must be equal for a repeat under the same key. */
  readonly input: unknown;
  readonly now: Date;
  readonly seal?: Seal;
  /** Makes the data of an answer again from the reference that was kept in its place. */
  readonly recall?: (reference: string) => Promise<unknown>;
}

const storedReply = z.object({ data: z.unknown(), meta: z.optional(z.record(z.string(), z.unknown())) });
const storedRefusal = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(ERRORS, code)),
  message: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
});

/**
 * What a service needs to answer a request once. `replay` and `claim` are for services that read the record together
 * with their other items and write it in their own transaction; `once` below is for all others.
 */
export class Idempotency {
  readonly #request: IdempotentRequest;
  readonly #place: RequestKey | undefined;
  readonly #hash: string;
  readonly #seal: Seal;

  constructor(request: IdempotentRequest) {
    const { ownerId, routeId, key, input, seal = PLAIN } = request;
    this.#request = request;
    this.#place = key === undefined ? undefined : { ownerId, routeId, key };
    this.#hash = key === undefined ? '' : requestHash(input);
    this.#seal = seal;
  }

  /** Key of the record, to be read with the service's other items. Undefined when there is nothing to look for. */
  get itemKey() {
    return this.#place === undefined ? undefined : answerKey(this.#place);
  }

  /**
   * The first answer, from the record as read; undefined when the request is new.
   *
   * @throws ApiError idempotency_key_reused for another request under the same key; the refusal, if that was the
   * first answer
   */
  async replay(item: unknown): Promise<Reply | undefined> {
    const answer = parseAnswer(item, this.#request.now);
    return answer === undefined ? undefined : await this.#reply(answer);
  }

  /** The same, read on its own. */
  async find(table: Table): Promise<Reply | undefined> {
    if (this.#place === undefined) return undefined;
    const answer = await findAnswer(table, this.#place, this.#request.now);
    return answer === undefined ? undefined : await this.#reply(answer);
  }

  /**
   * Answers a request whose every check depends on what may have changed since the first: the first answer is returned
   * before `work` begins. A refusal is kept unless it says nothing of the request (`isPassing`).
   *
   * @param item the record of the first answer, as read
   * @param work stores the answer by itself where it carries the request out
   */
  async answerOnce(
    table: Table,
    item: unknown,
    work: () => Promise<Reply>,
    isPassing: (code: ErrorCode) => boolean = () => false,
  ): Promise<Reply> {
    const first = await this.replay(item);
    if (first !== undefined) return first;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.replayed || isPassing(error.code)) throw error;
      return await this.refuse(table, error);
    }
  }

  /** The writes (one or none) that make the answer part of the service's own transaction. */
  async claim(status: 200 | 201, reply: Reply): Promise<Write[]> {
    if (this.#place === undefined) return [];
    const body = await this.#seal.seal(JSON.stringify({ data: reply.data, meta: reply.meta }));
    const answer = { request_hash: this.#hash, status, body };
    return [answerWrite(this.#place, answer, this.#request.now)];
  }

  /** The same for an answer that can be made again from something that is never changed: only its name is kept. */
  claimReference(status: 200 | 201, reference: string): Write[] {
    if (this.#place === undefined) return [];
    const answer = { request_hash: this.#hash, status, body: reference, reference: true as const };
    return [answerWrite(this.#place, answer, this.#request.now)];
  }

  /**
   * Ends a request that was refused. A 422 is an answer and is kept, unless a twin was answered first: then that is
   * the answer. What was not understood, not found or not served is not kept.
   */
  async refuse(table: Table, error: ApiError): Promise<Reply> {
    if (this.#place === undefined || error.status !== 422) throw error;
    const { code, message, details } = error;
    const body = await this.#seal.seal(JSON.stringify({ code, message, details }));
    const answer = { request_hash: this.#hash, status: error.status, body };
    if (await storeAnswer(table, this.#place, answer, this.#request.now)) throw error;
    const first = await this.find(table);
    if (first === undefined) throw error;
    return first;
  }

  async #reply(answer: AnswerRecord): Promise<Reply> {
    if (answer.request_hash !== this.#hash) throw new ApiError('idempotency_key_reused');
    const repeat = { status: answer.status === 200 ? (200 as const) : (201 as const), replayed: true };
    if (answer.reference === true) {
      if (this.#request.recall === undefined) throw new Error('Nobody can recall the answer');
      return { data: await this.#request.recall(answer.body), ...repeat };
    }
    const body: unknown = JSON.parse(await this.#seal.open(answer.body));
    if (answer.status === 422) {
      const { code, message, details } = storedRefusal.parse(body);
      throw new ApiError(code, { message, replayed: true, ...(details === undefined ? {} : { details }) });
    }
    const { data, meta } = storedReply.parse(body);
    return { data, ...repeat, ...(meta === undefined ? {} : { meta }) };
  }
}

/** Makes the writes that claim the request for this answer; they belong into the transaction that carries it out. */
export type Claim = (reply: Reply) => Promise<Write[]>;

/**
 * Carries out a request at most once in 24 hours and gives every repeat the first answer. `execute` writes in one
 * transaction that includes the claim's writes; whichever of several identical requests commits first has executed,
 * and all the others return its answer.
 *
 * @throws ApiError idempotency_key_reused when the key came with other input before, and whatever `execute` throws
 */
export async function once(
  table: Table,
  request: IdempotentRequest & { readonly status: 200 | 201 },
  execute: (claim: Claim) => Promise<Reply>,
): Promise<Reply> {
  const idempotency = new Idempotency(request);
  const first = await idempotency.find(table);
  if (first !== undefined) return first;
  try {
    return await execute((reply) => idempotency.claim(request.status, reply));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return await idempotency.refuse(table, error);
    // A twin may have won the claim, or our own transaction may have committed before the connection broke.
    const answered = await idempotency.find(table);
    if (answered === undefined) throw error;
    return answered;
  }
}
