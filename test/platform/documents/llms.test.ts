import { expect, test } from 'vitest';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../../shared/platform/contract/versions/versions.ts';
import { renderLlmsText } from '../../../shared/platform/documents/llms.ts';
import { ROUTES } from '../../../shared/service/routes.ts';

test('llms.txt names every operation, with a link to its documentation', () => {
  const text = renderLlmsText(ROUTES, CURRENT_VERSION, []);
  for (const { id, method, path } of ROUTES.filter((route) => isServedIn(route, CURRENT_VERSION)))
    expect(text).toContain(`- [${method} ${path}](/${CURRENT_VERSION.id}/docs#${id}): `);
  expect(text.match(/^# /gm)).toHaveLength(1);
  expect(text).not.toContain('undefined');
});
