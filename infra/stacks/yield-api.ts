import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Route } from '../../shared/contract/route.ts';
import type { Bundle } from '../bundle.ts';
import { Endpoints } from '../constructs/endpoints.ts';
import { Functions } from '../constructs/functions.ts';
import { addGatewayResponses } from '../constructs/gateway-responses.ts';
import { PlatformApi } from '../constructs/rest-api.ts';
import { PlatformTable } from '../constructs/table.ts';
import type { Settings } from '../context.ts';

export interface YieldApiProps {
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly bundles: ReadonlyMap<string, Bundle>;
}

/** The whole service in one stack. */
export class YieldApiStack extends Stack {
  constructor(app: App, props: YieldApiProps) {
    const { settings } = props;
    const name = settings.deployment === undefined ? 'YieldApi' : `YieldApi-${settings.deployment}`;
    super(app, name, { description: 'Yield optimization platform REST API' });
    const table = new PlatformTable(this, 'Data', { tableName: settings.tableName });
    const functions = new Functions(props.bundles, table, settings);
    const restApi = new PlatformApi(this, 'Api', { name, tracing: false });
    addGatewayResponses(restApi);
    new Endpoints(this, 'Endpoints', { restApi, routes: props.routes, functions, authorizer: undefined });
    new CfnOutput(this, 'BaseUrl', { value: restApi.urlForPath(), description: 'Base address of the API' });
    new CfnOutput(this, 'TableName', { value: table.table.tableName, description: 'The one table' });
  }
}
