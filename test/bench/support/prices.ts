/** Public prices of AWS in us-east-1, in USD, from its price pages. */
export const PRICES = {
  /** Price of a million REST API requests, by the number of requests in the month. */
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
  /** Logs are stored compressed, at 15% of their size. */
  logStorageGbMonth: 0.03 * 0.15,
  transferGb: 0.09,
  /** Storage of the table, and its point-in-time recovery. */
  storageGbMonth: 0.25 + 0.2,
  alarmMetricMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  cloudFrontPerMillion: 1,
  wafPerMillion: 0.6,
  wafAclMonth: 5,
  wafRuleMonth: 1,
} as const;

/** Values that neither the template nor a bench can give. */
export const ASSUMED_USAGE = {
  /** Run time of a warm endpoint and of the authorizer. */
  runSeconds: 0.01,
  /** Fraction (0 to 1) of requests that reach a function. API Gateway and WAF reject the others. */
  served: 0.9,
  /**
   * Hours of a day in which an account sends requests. In these hours, the authorizer runs again each time its cached
   * policy expires.
   */
  activeHoursPerDay: 24,
  /** Bytes of the START and REPORT lines that Lambda itself would write as JSON for each run. */
  platformLineBytes: 650,
  /** Bytes that CloudWatch Logs adds to each line. */
  lineOverheadBytes: 26,
  freeTransferGb: 100,
  /**
   * Number of different error codes in the responses of an hour. The metric of rejected requests has a separate series
   * for each code.
   */
  errorCodeCount: 20,
  /** Number of types of responses that API Gateway creates itself. */
  gatewayAnswers: 6,
  catalogGb: 2,
  /** Number of months whose deposits and withdrawals are stored at the time of the bill. */
  storedMonths: 12,
  /** Duration in seconds of one scheduled run, by job. Jobs that are not listed take `otherJobSeconds`. */
  jobSeconds: { IngestRunFunction: 40, InvestmentsWatchFunction: 2, InvestmentsVerifyFunction: 60 },
  otherJobSeconds: 0.5,
  ingestionWriteUnits: 4_750,
  dailyItemsWriteUnits: 40_000,
} as const;
