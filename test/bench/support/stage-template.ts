import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { synthesize } from '../../../infra/app.ts';

/** The settings of a live stage as docs/deploy.md describes it, without a domain. */
export const STAGE_SETTINGS = {
  stage: 'prod',
  signInUri: 'https://app.example.com/login',
  alarmEmail: 'oncall@example.com',
} as const;

const resource = z.looseObject({ Type: z.string(), Properties: z.looseObject({}).default({}) });
const template = z.object({ Resources: z.record(z.string(), resource) });

const lambda = z.object({
  MemorySize: z.number(),
  Architectures: z.tuple([z.enum(['arm64', 'x86_64'])]),
  LoggingConfig: z.object({ SystemLogLevel: z.string().default('INFO') }),
});
const logGroup = z.object({ RetentionInDays: z.number() });
const schedule = z.object({
  ScheduleExpression: z.string(),
  Targets: z.array(z.object({ Arn: z.object({ 'Fn::GetAtt': z.array(z.string()) }) })),
});
const api = z.object({
  Body: z.object({
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.object({
      securitySchemes: z.object({
        Credential: z.object({
          'x-amazon-apigateway-authorizer': z.object({ authorizerResultTtlInSeconds: z.number() }),
        }),
      }),
    }),
  }),
});
const stage = z.object({ AccessLogSetting: z.object({ Format: z.string() }) });
const webAcl = z.object({ Rules: z.array(z.unknown()) });
const filter = z.object({
  MetricTransformations: z.tuple([
    z.object({
      MetricName: z.unknown(),
      Dimensions: z.array(z.object({ Key: z.string() })).default([]),
    }),
  ]),
});
const alarm = z.object({
  Metrics: z
    .array(z.object({ Expression: z.unknown().optional(), MetricStat: z.unknown().optional() }))
    .optional(),
});

/** The settings of a function that determine the cost of its runs. */
export interface StageFunction {
  readonly memoryGb: number;
  readonly architecture: 'arm64' | 'x86_64';
}

/** The values of a stage template that the bill depends on. */
export interface StageTemplate {
  readonly authorizerCacheSeconds: number;
  functionOf(functionId: string): StageFunction;
  /** Whether Lambda writes its own log lines for each run. */
  readonly logsRuns: boolean;
  /** Number of scheduled runs in a month of 30 days, by the logical id of the function. */
  readonly monthlyRunsByFunction: ReadonlyMap<string, number>;
  readonly accessLogFormat: string;
  /** Months of retention of function logs and of access logs. */
  readonly logMonths: number;
  readonly accessLogMonths: number;
  /** Number of pairs of path and method that invoke a function, without the function for unknown paths. */
  readonly routes: number;
  readonly alarmMetrics: number;
  /**
   * Number of metrics from access log filters. The key is the list of dimension names, such as `method,route`; empty
   * for metrics without dimensions.
   */
  readonly filterMetrics: ReadonlyMap<string, number>;
  readonly dashboards: number;
  /** Number of rules in the web ACL. Undefined without one. */
  readonly wafRules: number | undefined;
}

/** The function for unknown paths. It is not counted as a route, because it gets few requests and so adds few metrics. */
const UNKNOWN_PATH = 'ServiceUnknownPathFunction';

const DAYS_PER_MONTH = 30;
const MINUTES_BY_UNIT = { minute: 1, hour: 60, day: 1_440 } as const;

/** Returns the number of runs in a month for a `rate(...)` expression. */
function countRunsPerMonth(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== 'minute' && unit !== 'hour' && unit !== 'day')
    throw new Error(`The bench reads rate(...) expressions only, not ${expression}`);
  return (DAYS_PER_MONTH * MINUTES_BY_UNIT.day) / (Number(count) * MINUTES_BY_UNIT[unit]);
}

/** Synthesizes a live stage and returns the values that its bill depends on. */
export async function readStageTemplate(): Promise<StageTemplate> {
  const folder = mkdtempSync(join(tmpdir(), 'yield-bill-'));
  process.env.CDK_VALIDATION = 'false';
  try {
    await synthesize(folder, { context: STAGE_SETTINGS });
    return readTemplate(JSON.parse(readFileSync(join(folder, 'YieldApi-prod.template.json'), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the values that determine the bill from a parsed template, and returns them. */
export function readTemplate(text: unknown): StageTemplate {
  const { Resources } = template.parse(text);
  const of = (type: string) =>
    Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
      Type === type ? [[id, Properties] as const] : [],
    );
  const only = <T>(type: string, schema: z.ZodType<T>): T => schema.parse(of(type)[0]?.[1]);
  const functions = new Map(
    of('AWS::Lambda::Function').map(([id, properties]) => [id, lambda.parse(properties)]),
  );
  const { paths, components } = only('AWS::ApiGateway::RestApi', api).Body;
  const routes = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((method) => JSON.stringify(method))
    .filter((text) => text.includes('aws_proxy') && !text.includes(UNKNOWN_PATH)).length;
  const monthlyRunsByFunction = new Map(
    of('AWS::Events::Rule').flatMap(([, properties]) => {
      const { success, data } = schedule.safeParse(properties);
      const target = data?.Targets[0]?.Arn['Fn::GetAtt'][0];
      return success && target !== undefined ? [[target, countRunsPerMonth(data.ScheduleExpression)]] : [];
    }),
  );
  const names = new Map<string, Set<string>>();
  for (const [, properties] of of('AWS::Logs::MetricFilter')) {
    const [{ MetricName, Dimensions }] = filter.parse(properties).MetricTransformations;
    const key = Dimensions.map(({ Key }) => Key).join();
    names.set(key, (names.get(key) ?? new Set()).add(JSON.stringify(MetricName)));
  }
  const months = (id: string) => logGroup.parse(Resources[id]?.Properties).RetentionInDays / DAYS_PER_MONTH;
  const authorizer = components.securitySchemes.Credential['x-amazon-apigateway-authorizer'];
  return {
    authorizerCacheSeconds: authorizer.authorizerResultTtlInSeconds,
    functionOf: (id) => {
      const found = functions.get(id);
      if (found === undefined) throw new Error(`The template has no function ${id}`);
      return { memoryGb: found.MemorySize / 1_024, architecture: found.Architectures[0] };
    },
    logsRuns: [...functions.values()].some(
      ({ LoggingConfig }) => !['WARN', 'ERROR', 'FATAL'].includes(LoggingConfig.SystemLogLevel),
    ),
    monthlyRunsByFunction,
    accessLogFormat: only('AWS::ApiGateway::Stage', stage).AccessLogSetting.Format,
    logMonths: months('StrategiesListLogs'),
    accessLogMonths: months('ApiAccessLog'),
    routes,
    alarmMetrics: of('AWS::CloudWatch::Alarm').reduce((sum, [, properties]) => {
      const { Metrics } = alarm.parse(properties);
      return sum + countAlarmMetrics(Metrics, routes);
    }, 0),
    filterMetrics: new Map([...names].map(([key, found]) => [key, found.size])),
    dashboards: of('AWS::CloudWatch::Dashboard').length,
    wafRules:
      of('AWS::WAFv2::WebACL').length === 0 ? undefined : only('AWS::WAFv2::WebACL', webAcl).Rules.length,
  };
}

/** Returns the number of metrics of one alarm. An alarm with a `SELECT` query has one metric per route. */
function countAlarmMetrics(metrics: z.infer<typeof alarm>['Metrics'], routes: number): number {
  if (metrics === undefined) return 1;
  const queries = metrics.filter(({ Expression }) => /\bSELECT\b/.test(JSON.stringify(Expression ?? '')));
  if (queries.length > 0) return routes;
  return metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;
}
