import * as z from 'zod/mini';
import { $ZodCheckMaxLength } from 'zod/v4/core';
import type { RequestIssue } from '../platform/contract/errors.ts';

/**
 * Returns the maximum number of items of an array field. Returns undefined if the field is not an array or
 * has no maximum.
 */
export function maxItemsOf(field: z.core.$ZodType): number | undefined {
  if (field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniDefault) {
    return maxItemsOf(field._zod.def.innerType);
  }
  if (!(field instanceof z.ZodMiniArray)) return undefined;
  const maxLengthCheck = field._zod.def.checks?.find((check) => check instanceof $ZodCheckMaxLength);
  return maxLengthCheck?._zod.def.maximum;
}

/**
 * Returns an issue for each array in a body that has too many items. It runs before the validation, because
 * validating thousands of items would take too long.
 */
export function findTooLongArrays(schema: z.ZodMiniObject, body: unknown): RequestIssue[] {
  if (typeof body !== 'object' || body === null) return [];
  const bodyFields: Readonly<Record<string, unknown>> = { ...body };
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const items = bodyFields[name];
    const max = Array.isArray(items) ? maxItemsOf(field) : undefined;
    if (max === undefined || !Array.isArray(items) || items.length <= max) return [];
    return [{ path: `body.${name}`, message: `must have at most ${max} items` }];
  });
}
