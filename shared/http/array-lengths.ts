import * as z from 'zod/mini';
import { $ZodCheckMaxLength } from 'zod/v4/core';
import type { RequestIssue } from '../platform/contract/errors.ts';

/** The most items that a field's array takes; undefined for what is no array, or has no such limit. */
export function itemsMax(field: z.core.$ZodType): number | undefined {
  if (field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniDefault) {
    return itemsMax(field._zod.def.innerType);
  }
  if (!(field instanceof z.ZodMiniArray)) return undefined;
  const limit = field._zod.def.checks?.find((check) => check instanceof $ZodCheckMaxLength);
  return limit?._zod.def.maximum;
}

/** The fields of a body whose arrays are too long. Such a body is not looked into: its items may be thousands. */
export function overlongArrays(schema: z.ZodMiniObject, body: unknown): RequestIssue[] {
  if (typeof body !== 'object' || body === null) return [];
  const given: Readonly<Record<string, unknown>> = { ...body };
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const items = given[name];
    const max = Array.isArray(items) ? itemsMax(field) : undefined;
    if (max === undefined || !Array.isArray(items) || items.length <= max) return [];
    return [{ path: `body.${name}`, message: `must have at most ${max} items` }];
  });
}
