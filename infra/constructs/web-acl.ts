import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { CREDENTIAL_PATTERN } from '../../shared/platform/contract/credentials.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { CREDENTIAL_HEADER } from '../../shared/platform/contract/headers.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Settings } from '../context.ts';
import { nameResource } from './names.ts';

/** Time window in seconds in which WAF counts the requests of an IP address. */
const RATE_WINDOW_SECONDS = 300;
const REJECTION_ERROR_CODE = 'rate_limit_exceeded';

const BLOCK_ACTION = {
  block: {
    customResponse: {
      responseCode: ERRORS[REJECTION_ERROR_CODE].status,
      customResponseBodyKey: REJECTION_ERROR_CODE,
      responseHeaders: [{ name: 'Retry-After', value: String(RATE_WINDOW_SECONDS) }],
    },
  },
};

/** Returns the body of a rejection by WAF, in the service's envelope. */
function buildRejectionBody(): string {
  return JSON.stringify({
    success: false,
    error: { code: REJECTION_ERROR_CODE, message: ERRORS[REJECTION_ERROR_CODE].message },
  });
}

function buildVisibilityConfig(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

type WafField = CfnWebACL.FieldToMatchProperty;

function buildPatternStatement(fieldToMatch: WafField, regexString: string): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'NONE' }];
  return { regexMatchStatement: { fieldToMatch, regexString, textTransformations } };
}

const buildHeaderField = (name: string): WafField => ({ singleHeader: { Name: name.toLowerCase() } });
const PATH_FIELD: WafField = { uriPath: {} };
/** Start of a path. On API Gateway's own host, a path starts with the stage, such as `/prod`. */
const STAGE_PREFIX_PATTERN = '^(/[a-z]+)?';

/** Returns a regular expression for the paths of all public routes, in every version. */
function buildPublicPathPattern(routes: readonly Route[]): string {
  const publicPaths = routes
    .filter(({ access }) => access === 'public')
    .map(({ path }) => path.replace(/^\/$/, ''));
  return `${STAGE_PREFIX_PATTERN}/v[0-9]+(${[...new Set(publicPaths)].join('|')})/?$`;
}

/** Matches requests with a well-formed credential. WAF cannot check whether the credential is valid. */
function buildCredentialStatement(): CfnWebACL.StatementProperty {
  const credentialPattern = CREDENTIAL_PATTERN.source.slice(1, -1);
  return {
    orStatement: {
      statements: [
        buildPatternStatement(buildHeaderField(CREDENTIAL_HEADER), `^${credentialPattern}$`),
        buildPatternStatement(buildHeaderField('Authorization'), `^[Bb]earer +${credentialPattern}$`),
      ],
    },
  };
}

/** Matches API requests that have no well-formed credential, and all API requests to a public route. */
function buildMissingCredentialStatement(routes: readonly Route[]): CfnWebACL.StatementProperty {
  const publicOrAnonymousStatement = {
    orStatement: {
      statements: [
        { notStatement: { statement: buildCredentialStatement() } },
        buildPatternStatement(PATH_FIELD, buildPublicPathPattern(routes)),
      ],
    },
  };
  const apiPathStatement = buildPatternStatement(PATH_FIELD, `${STAGE_PREFIX_PATTERN}/(v[0-9]+|mcp)(/|$)`);
  return { andStatement: { statements: [apiPathStatement, publicOrAnonymousStatement] } };
}

export interface WebAclProps {
  /** `CLOUDFRONT` for a CloudFront distribution (only in us-east-1), or `REGIONAL` for API Gateway itself. */
  readonly scope: 'CLOUDFRONT' | 'REGIONAL';
  readonly settings: Pick<
    Settings,
    'wafRequestsPerFiveMinutes' | 'wafPublicRequestsPerFiveMinutes' | 'wafCredentialRequestsPerFiveMinutes'
  >;
  readonly routes: readonly Route[];
}

/**
 * Creates the web ACL with three rate limits per IP address. The rule `Credentials` limits how many credentials an
 * attacker can try.
 */
export function makeWebAcl(parentConstruct: Construct, { scope, settings, routes }: WebAclProps): CfnWebACL {
  const rule = (
    name: string,
    priority: number,
    maxRequestsPerWindow: number,
    scopeDownStatement?: CfnWebACL.StatementProperty,
  ) => ({
    name,
    priority,
    action: BLOCK_ACTION,
    statement: {
      rateBasedStatement: {
        limit: maxRequestsPerWindow,
        aggregateKeyType: 'IP',
        evaluationWindowSec: RATE_WINDOW_SECONDS,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    visibilityConfig: buildVisibilityConfig(name),
  });
  const acl = new CfnWebACL(parentConstruct, 'WebAcl', {
    scope,
    defaultAction: { allow: {} },
    customResponseBodies: {
      [REJECTION_ERROR_CODE]: { contentType: 'APPLICATION_JSON', content: buildRejectionBody() },
    },
    visibilityConfig: buildVisibilityConfig('All'),
    rules: [
      rule('Flood', 0, settings.wafRequestsPerFiveMinutes),
      rule(
        'Unidentified',
        1,
        settings.wafPublicRequestsPerFiveMinutes,
        buildMissingCredentialStatement(routes),
      ),
      rule('Credentials', 2, settings.wafCredentialRequestsPerFiveMinutes, buildCredentialStatement()),
    ],
  });
  nameResource(acl, 'WebAcl');
  return acl;
}
