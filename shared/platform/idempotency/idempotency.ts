import * as z from 'zod/mini';
import { ApiError, ERRORS, type ErrorCode } from '../contract/errors.ts';
import { hashRequestInput } from '../domain/request-hash.ts';
import type { Table } from '../dynamodb/client.ts';
import type { Write } from '../dynamodb/transact.ts';
import type { Reply } from '../request.ts';
import {
  buildStoredResponseWrite,
  findStoredResponse,
  type IdempotentRequestKey,
  parseStoredResponse,
  type StoredResponse,
  storedResponseKeyOf,
  storeResponse,
} from './stored-responses.ts';

/**
 * Encrypts and decrypts the stored text of a response that contains a secret. Only a caller with the same credential
 * can decrypt the text.
 */
export interface Seal {
  seal(text: string): string | Promise<string>;
  /** Decrypts a text. Throws an error if another credential encrypted the text. */
  open(sealedText: string): string | Promise<string>;
}

const NO_SEAL: Seal = { seal: (text) => text, open: (text) => text };

/** A request that a client may repeat with the same idempotency key. */
export interface IdempotentRequest {
  readonly ownerId: string;
  readonly routeId: string;
  /** Value of the header `Idempotency-Key`. If it is undefined, every request is treated as new. */
  readonly key: string | undefined;
  /** The validated input. A repeated request with the same key must have the same input. */
  readonly input: unknown;
  readonly now: Date;
  readonly seal?: Seal;
  /** Builds the response data again from the stored reference, such as the number of a ledger entry. */
  readonly rebuildData?: (dataReference: string) => Promise<unknown>;
}

const storedReplySchema = z.object({
  data: z.unknown(),
  meta: z.optional(z.record(z.string(), z.unknown())),
});
const storedErrorSchema = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(ERRORS, code)),
  message: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
});

/**
 * Handles requests with an idempotency key. Returns the stored first response, or stores the response of a new request.
 */
export class Idempotency {
  readonly #request: IdempotentRequest;
  readonly #requestKey: IdempotentRequestKey | undefined;
  readonly #hash: string;
  readonly #seal: Seal;

  constructor(request: IdempotentRequest) {
    const { ownerId, routeId, key, input, seal = NO_SEAL } = request;
    this.#request = request;
    this.#requestKey = key === undefined ? undefined : { ownerId, routeId, key };
    this.#hash = key === undefined ? '' : hashRequestInput(input);
    this.#seal = seal;
  }

  /** Table key of the stored first response. Undefined if the request has no idempotency key. */
  get itemKey() {
    return this.#requestKey === undefined ? undefined : storedResponseKeyOf(this.#requestKey);
  }

  /**
   * Returns the first response to this request from its stored item. Returns undefined if there is none.
   *
   * @throws ApiError idempotency_key_reused if the first request with the same key had a different input; the stored
   * error if the first response was an error
   */
  async replay(item: unknown): Promise<Reply | undefined> {
    const storedResponse = parseStoredResponse(item, this.#request.now);
    return storedResponse === undefined ? undefined : await this.#reply(storedResponse);
  }

  /**
   * Reads the stored first response and returns it. Returns undefined for a new request. Throws the same errors as
   * `replay`.
   */
  async find(table: Table): Promise<Reply | undefined> {
    if (this.#requestKey === undefined) return undefined;
    const storedResponse = await findStoredResponse(table, this.#requestKey, this.#request.now);
    return storedResponse === undefined ? undefined : await this.#reply(storedResponse);
  }

  /**
   * Returns the stored first response. If there is none, runs `work`. An error of `work` with status 422 is stored
   * as the response, unless `isRetryable` returns true for its code.
   *
   * @param item the item of the stored first response, as it was read
   * @param work handles the request; it must store its own success response
   */
  async answerOnce(
    table: Table,
    item: unknown,
    work: () => Promise<Reply>,
    isRetryable: (code: ErrorCode) => boolean = () => false,
  ): Promise<Reply> {
    const first = await this.replay(item);
    if (first !== undefined) return first;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.replayed || isRetryable(error.code)) throw error;
      return await this.storeError(table, error);
    }
  }

  /**
   * Returns one write that stores the response, or none if the request has no idempotency key. The caller must
   * add the write to the transaction that carries out the request.
   */
  async responseWrites(status: 200 | 201, reply: Reply): Promise<Write[]> {
    if (this.#requestKey === undefined) return [];
    const body = await this.#seal.seal(JSON.stringify({ data: reply.data, meta: reply.meta }));
    const response = { request_hash: this.#hash, status, body };
    return [buildStoredResponseWrite(this.#requestKey, response, this.#request.now)];
  }

  /**
   * Returns the writes that store a reference instead of the response. Use them only if the response can be rebuilt
   * from data that never changes.
   */
  referenceWrites(status: 200 | 201, dataReference: string): Write[] {
    if (this.#requestKey === undefined) return [];
    const response = { request_hash: this.#hash, status, body: dataReference, reference: true as const };
    return [buildStoredResponseWrite(this.#requestKey, response, this.#request.now)];
  }

  /**
   * Ends a request that has failed. An error with status 422 is stored and thrown. Any other error is only
   * thrown. If a concurrent request with the same key has already stored its response, returns that response
   * instead.
   */
  async storeError(table: Table, error: ApiError): Promise<Reply> {
    if (this.#requestKey === undefined || error.status !== 422) throw error;
    const { code, message, details } = error;
    const body = await this.#seal.seal(JSON.stringify({ code, message, details }));
    const response = { request_hash: this.#hash, status: error.status, body };
    if (await storeResponse(table, this.#requestKey, response, this.#request.now)) throw error;
    const first = await this.find(table);
    if (first === undefined) throw error;
    return first;
  }

  async #reply(storedResponse: StoredResponse): Promise<Reply> {
    if (storedResponse.request_hash !== this.#hash) throw new ApiError('idempotency_key_reused');
    const replayFields = {
      status: storedResponse.status === 200 ? (200 as const) : (201 as const),
      replayed: true,
    };
    if (storedResponse.reference === true) {
      if (this.#request.rebuildData === undefined) throw new Error('Nobody can recall the answer');
      return { data: await this.#request.rebuildData(storedResponse.body), ...replayFields };
    }
    const body: unknown = JSON.parse(await this.#seal.open(storedResponse.body));
    if (storedResponse.status === 422) {
      const { code, message, details } = storedErrorSchema.parse(body);
      throw new ApiError(code, { message, replayed: true, ...(details === undefined ? {} : { details }) });
    }
    const { data, meta } = storedReplySchema.parse(body);
    return { data, ...replayFields, ...(meta === undefined ? {} : { meta }) };
  }
}

/**
 * Returns the writes that store a response. They must be part of the transaction that carries out the
 * request.
 */
export type ResponseWritesBuilder = (reply: Reply) => Promise<Write[]>;

/**
 * Executes a request at most once in 24 hours. A repeated request gets the first response. If several equal
 * requests run at the same time, only the first one to commit takes effect. The others get its response.
 *
 * @param execute carries out the request; its transaction must contain the writes that `responseWritesOf` returns
 * @throws ApiError idempotency_key_reused if the first request with the same key had a different input; the
 * errors that `execute` throws
 */
export async function once(
  table: Table,
  request: IdempotentRequest & { readonly status: 200 | 201 },
  execute: (responseWritesOf: ResponseWritesBuilder) => Promise<Reply>,
): Promise<Reply> {
  const idempotency = new Idempotency(request);
  const first = await idempotency.find(table);
  if (first !== undefined) return first;
  try {
    return await execute((reply) => idempotency.responseWrites(request.status, reply));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return await idempotency.storeError(table, error);
    // A concurrent request with the same key may have been committed first. Or this request's own transaction
    // was committed, but DynamoDB's response was lost.
    const storedResponse = await idempotency.find(table);
    if (storedResponse === undefined) throw error;
    return storedResponse;
  }
}
