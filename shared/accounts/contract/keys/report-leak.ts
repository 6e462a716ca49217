import * as z from 'zod/mini';
import { CREDENTIAL_PREFIXES } from '../../../platform/contract/credentials.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

/** The route rejects incomplete keys, so that nobody believes that a mistyped key was revoked. */
const API_KEY_PREFIX = CREDENTIAL_PREFIXES.api_key;
const KEY_RULE = `must be one complete API key: ${API_KEY_PREFIX}_live_ or ${API_KEY_PREFIX}_test_, followed by 36 letters and digits`;
const API_KEY_PATTERN = /^yk_(live|test)_[0-9A-Za-z]{36}$/;

export const reportLeakRoute = defineRoute({
  id: 'accounts.report-leak',
  method: 'POST',
  path: '/auth/report-leak',
  summary: 'Report a leaked API key',
  access: 'public',
  table: 'write',
  body: z.strictObject({ key: z.string().check(z.regex(API_KEY_PATTERN, KEY_RULE)) }),
  status: 200,
  paginated: false,
  errors: [],
});
