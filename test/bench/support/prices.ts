/** Public prices of AWS in us-east-1, in USD, as its price pages state them. */
export const PRICES = {
  /** A million requests of a REST API, by how many there have been in the month. */
  apiGateway: [
    { upTo: 333e6, perMillion: 3.5 },
    { upTo: 1_000e6, perMillion: 2.8 },
    { upTo: Number.POSITIVE_INFINITY, perMillion: 2.38 },
  ],
  writeUnitsPerMillion: 0.625,
  readUnitsPerMillion: 0.125,
  lambdaRequestsPerMillion: 0.2,
  lambdaGbSecond: { arm64: 0.0000133334, x86_64: 0.0000166667 },
  logGb: 0.5,
  /** Compressed to 15% of what was taken in. */
  logStorageGbMonth: 0.03 * 0.15,
  transferGb: 0.09,
  /** The table, and its point-in-time recovery. */
  storageGbMonth: 0.25 + 0.2,
  alarmMetricMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  cloudFrontPerMillion: 1,
  wafPerMillion: 0.6,
  wafAclMonth: 5,
  wafRuleMonth: 1,
} as const;

/** What neither the template says nor a bench here can measure. */
export const ASSUMED = {
  /** Of a warm endpoint, and of the authorizer. */
  runSeconds: 0.01,
  /** The share of requests that reach a function. API Gateway and WAF reject the others. */
  served: 0.9,
  /** Hours of a day in which an account sends requests: each reads its policy again when the cache has expired. */
  activeHoursPerDay: 24,
  /** START and REPORT of a run, as JSON, where Lambda writes them. */
  platformLineBytes: 650,
  /** What CloudWatch Logs adds to each line. */
  lineOverheadBytes: 26,
  freeTransferGb: 100,
  /** Error codes that a service meets in an hour: each is a series of the metric of rejected requests. */
  errorCodes: 20,
  /** Kinds of answers that API Gateway gives by itself. */
  gatewayAnswers: 6,
  catalogGb: 2,
  /** For how long movements have been stored when the bill is drawn up. */
  storedMonths: 12,
  /** Seconds of a scheduled run; of a job that is not listed, `otherJobSeconds`. */
  jobSeconds: { IngestRunFunction: 40, InvestmentsWatchFunction: 2, InvestmentsVerifyFunction: 60 },
  otherJobSeconds: 0.5,
  ingestionWriteUnits: 4_750,
  dailyItemsWriteUnits: 40_000,
} as const;
