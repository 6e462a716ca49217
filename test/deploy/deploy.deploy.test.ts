import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLambdaEntryPoints } from '../../infra/bundle.ts';
import type { ManagedProcess } from '../../infra/emulator/process/child.ts';
import { findFreePort } from '../../infra/emulator/process/port.ts';
import { startWhenReady } from '../../infra/emulator/process/ready.ts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { auth } from '../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { strategyListV2 } from '../service/two-versions/routes.ts';
import { API_VERSIONS } from '../service/two-versions/version-table.ts';
import { callRoute, type RouteRequest, send } from '../support/e2e/send.ts';
import {
  type Account,
  deployIntoAccount,
  listGatewayKeyNames,
  readQueueState,
  TEST_STAGE,
} from './account.ts';
import { makeAssembly } from './assembly.ts';
import { COMPARED_REQUESTS, type ComparedService, differences, nameOf } from './comparison.ts';
import { type Deployment, deploy, listStackNames, runProgram } from './deployment.ts';
import { createKey, signIn, TOUR_SCOPES } from './people.ts';
import { registerTourTests } from './tour.ts';
import { ROUTES as ROUTES_OF_BOTH } from './two-versions/routes.ts';

const START_TIMEOUT_SECONDS = 120;

let account: Account;
let service: Deployment;
let local: ManagedProcess;

beforeAll(async () => {
  account = await deployIntoAccount();
  service = account.service;
});
afterAll(async () => {
  await Promise.all([local?.stop(), account?.stop()]);
});

test('the deployed stack has all resources of the template except those that the AWS emulator ministack does not support', () => {
  const { assembly } = account;
  expect(assembly.removed.length).toBeLessThanOrEqual(9);
  expect(service.resources).toBe(assembly.resources - assembly.removed.length);
  expect(service.outputs).toMatchObject({ BaseUrl: expect.stringMatching(/\/api\/v1$/) });
});

const tour = registerTourTests(() => account);
const baseUrl = () => `${service.origin}/v1`;
const call = <R extends Route>(route: R, request: RouteRequest = {}) => callRoute(baseUrl(), route, request);

describe('the deployed service compared with npm start', () => {
  let deployed: ComparedService;
  let started: ComparedService;
  beforeAll(async () => {
    const port = await findFreePort();
    local = await startWhenReady({
      command: process.execPath,
      args: [
        'infra/cli/start/index.ts',
        ...['--port', String(port), '--catalog-size', '200'],
        ...['--credentials', join(account.folder, 'keys.json')],
      ],
      readyText: 'Ready in',
      withinSeconds: START_TIMEOUT_SECONDS,
    });
    const createComparedService = async (url: string) => ({
      baseUrl: url,
      key: await createKey(url, (await signIn(url)).token, TOUR_SCOPES),
    });
    deployed = await createComparedService(baseUrl());
    started = await createComparedService(`http://127.0.0.1:${port}/v1`);
  });

  test.each(COMPARED_REQUESTS.map((request) => [nameOf(request), request] as const))(
    'the deployed service answers this request as npm start does: %s',
    async (_, request) => {
      expect(await differences(request, deployed, started)).toEqual([]);
    },
  );
});

describe('a second version deployed over the first', () => {
  beforeAll(async () => {
    const here = 'test/deploy/two-versions';
    const entryPoints = listLambdaEntryPoints(ROUTES_OF_BOTH).map((entryPoint) =>
      entryPoint.id === strategyListV2.id
        ? { ...entryPoint, file: 'test/service/two-versions/list-v2.ts' }
        : entryPoint,
    );
    const second = await makeAssembly(join(account.folder, 'v2'), {
      context: TEST_STAGE,
      routes: ROUTES_OF_BOTH,
      versions: API_VERSIONS,
      entryPoints,
      replaced: {
        'shared/platform/contract/versions/version-table.ts': 'test/service/two-versions/version-table.ts',
        'shared/service/routes.ts': `${here}/routes.ts`,
      },
    });
    service = await deploy(account.emulator, second);
  });

  test('an API key from before the deployment works with both API versions', async () => {
    const [first, second] = [
      await call(strategies.list, { key: tour.key }),
      await callRoute(`${service.origin}/v2`, strategyListV2, { key: tour.key }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.data[0]).toHaveProperty('current_apy');
    expect(second.data[0]).toHaveProperty('apy_percent');
  });

  test('both API versions show deposits that were made before the deployment of the second version', async () => {
    for (const version of ['v1', 'v2']) {
      const answer = await callRoute(`${service.origin}/${version}`, investments.history, { key: tour.key });
      expect(answer.data).toHaveLength(2);
    }
  });

  test('only responses of the first API version have the header Deprecation', async () => {
    const [first, second] = [
      await send(service.origin, 'GET', '/v1/health'),
      await send(service.origin, 'GET', '/v2/health'),
    ];
    expect([first.headers.has('Deprecation'), second.headers.has('Deprecation')]).toEqual([true, false]);
  });

  test('the template of a stack with two API versions stays below the size limit of CloudFormation', () => {
    const file = join(account.folder, 'v2', `${account.assembly.stackName}.template.json`);
    expect(readFileSync(file).length).toBeLessThan(1_000_000);
  });
});

describe('limits, logout and teardown of a deployed stage', () => {
  test('the Free plan accepts concurrent requests only up to its burst limit', async () => {
    const flood = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const statuses: number[] = [];
        for (let index = 0; index < 10; index += 1)
          statuses.push((await call(strategies.list, { key: tour.key })).status);
        return statuses;
      }),
    );
    expect(new Set(flood.flat())).toEqual(new Set([200, 429]));
  });

  test('a logout ends the session', async () => {
    expect((await call(auth.logout, { key: tour.admin })).status).toBe(200);
    expect((await call(user.profile, { key: tour.admin })).status).toBe(401);
  });

  test('teardown leaves no stack, gateway key, table or queue', async () => {
    const { emulator } = account;
    const { stackName } = service;
    const options = ['--stack', stackName, '--delete-data', '--confirm', stackName, '--yes'];
    await runProgram(emulator, 'infra/cli/admin/index.ts', ['teardown', ...options]);
    expect(await listStackNames(emulator)).toEqual(['CDKToolkit']);
    expect(await listGatewayKeyNames(emulator)).toEqual([]);
    expect((await readQueueState(emulator)).queues).toEqual([]);
    const client = new DynamoDBClient(emulator.client);
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([]);
    client.destroy();
  });
});
