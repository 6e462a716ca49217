import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS } from '../../shared/platform/metrics.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

const SIZE = 40;
let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({
    catalogSize: 0,
    environment: { MARKET_SOURCE: 'sample', SAMPLE_SIZE: String(SIZE) },
  });
});
afterAll(() => service.stop());

test('the bundled job fills an empty service: strategies are listed, told one by one, and their age is logged', async () => {
  const key = service.keys.enterprise;
  const job = service.stack.functions.logicalIds().find((id) => id.startsWith('IngestRun'));
  expect((await service.invokeJob(job ?? '')).kind).toBe('returned');

  const list = await service.call('GET', '/strategies?per_page=100', { key });
  expect(list.status).toBe(200);
  expect(list.body.meta.pagination.total).toBe(SIZE);
  for (const listed of list.body.data.slice(0, 5)) {
    const { status, body } = await service.call('GET', `/strategies/${listed.id}`, { key });
    expect(status).toBe(200);
    const detail = strategies.get.response.parse(body.data);
    expect(detail).toMatchObject(listed);
    const points = detail.risk.factors.reduce((sum, factor) => sum + factor.points, 0);
    expect(points).toBeCloseTo(detail.risk.score, 2);
  }
  expect(service.logs()).toContain(METRICS.catalogAge.name);
});
