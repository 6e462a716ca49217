/** Public prices of AWS in us-east-1, in USD: for whoever looks them up, each as its page gives it. */
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
  /** On arm64. */
  lambdaGbSecond: 0.0000133334,
  logGb: 0.5,
  /** Compressed to 15% of what was taken in. */
  logStorageGbMonth: 0.03 * 0.15,
  transferGb: 0.09,
  storageGbMonth: 0.25 + 0.2,
  alarmMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
  cloudFrontPerMillion: 1,
  wafPerMillion: 0.6,
  wafMonth: 6,
} as const;

/** What is not measured here but taken for each request: durations on AWS, and lines that its services write. */
export const ASSUMED = {
  /** Of a warm endpoint at 512 MB, and of the authorizer. */
  endpointSeconds: 0.01,
  memoryGb: 0.5,
  /** Of requests that reach a function: the gateway refuses or answers the others. */
  served: 0.9,
  /** An account's policy is asked for anew every five minutes at most. */
  authorizationsPerAccountMonth: 8_640,
  /** START, END and REPORT of a run, as JSON; the access log's line; what CloudWatch adds to each. */
  platformLineBytes: 650,
  accessLineBytes: 430,
  overheadBytes: 26,
  answerBytes: 2_200,
  freeTransferGb: 100,
  /** Metrics that alarms look at: one or a few for each alarm, and that on routes looks at a series for each. */
  alarms: 120,
  /** Ten of the service, a series for each code of refusals, and one for each route. */
  metrics: 130,
  tableGb: 3,
  /** Ingestions of a month, each 40 s at 1 GB. */
  ingestions: 720,
  ingestionSeconds: 40,
  ingestionWriteUnits: 4_750,
  dailyItemsWriteUnits: 40_000,
} as const;
