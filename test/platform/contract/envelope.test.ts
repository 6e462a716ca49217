import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  buildPagination,
  buildSuccessBody,
  formatErrorBody,
  PreparedJson,
} from '../../../shared/platform/contract/envelope.ts';
import { buildErrorBodySchema } from '../../../shared/platform/contract/error-responses.ts';
import { buildSuccessBodySchema } from '../../../shared/platform/contract/responses.ts';

describe('the envelope of a success response', () => {
  test('the success envelope has success, data and an empty meta by default', () => {
    expect(buildSuccessBody([1], {})).toBe('{"success":true,"data":[1],"meta":{}}');
  });

  test('data that is already JSON text is put into the success envelope unchanged', () => {
    expect(buildSuccessBody(new PreparedJson('[{"id":"strat_1"}]'), {})).toBe(
      '{"success":true,"data":[{"id":"strat_1"}],"meta":{}}',
    );
  });

  test('the success envelope has meta.pagination only for collections', () => {
    const page = { total: 1, count: 1, per_page: 10, current_page: 1, total_pages: 1 };
    const collection = buildSuccessBodySchema(z.array(z.number()), { paginated: true });
    const single = buildSuccessBodySchema(z.number(), { paginated: false });
    expect(collection.safeParse({ success: true, data: [1], meta: { pagination: page } }).success).toBe(true);
    expect(collection.safeParse({ success: true, data: [1], meta: {} }).success).toBe(false);
    expect(single.safeParse({ success: true, data: 1, meta: { pagination: page } }).success).toBe(false);
  });
});

describe('the envelope of an error response', () => {
  test('the error envelope has the field details only if the error has details', () => {
    expect(formatErrorBody({ code: 'not_found', message: 'No.' })).toBe(
      '{"success":false,"error":{"code":"not_found","message":"No."}}',
    );
    const bodyWithDetails = JSON.parse(
      formatErrorBody({ code: 'not_found', message: 'No.', details: { request_id: 'a' } }),
    );
    expect(buildErrorBodySchema().parse(bodyWithDetails).error.details).toEqual({ request_id: 'a' });
  });
});

describe('paginate computes the pagination of a list', () => {
  test.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [100_000, 10_000],
  ])('%i items make %i pages of 10', (total, pages) => {
    expect(buildPagination(total, { page: 1, per_page: 10 }, 0).total_pages).toBe(pages);
  });

  test('a page past the end has the same totals as the other pages', () => {
    expect(buildPagination(3, { page: 9, per_page: 2 }, 0)).toEqual({
      total: 3,
      count: 0,
      per_page: 2,
      current_page: 9,
      total_pages: 2,
    });
  });
});
