import { CfnOutput, Duration, Validations } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import {
  CREDENTIAL_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  ORIGIN_SECRET_HEADER,
  VIEWER_ADDRESS_HEADER,
} from '../../shared/platform/contract/headers.ts';
import type { ApiVersion } from '../../shared/platform/contract/versions.ts';
import type { Settings } from '../context.ts';
import { nameResource } from './names.ts';
import type { Pages } from './pages.ts';

/** What reaches the API of a request; the distribution adds the caller's address itself. Ten is the most that it takes. */
const FORWARDED = [
  CREDENTIAL_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  VIEWER_ADDRESS_HEADER,
  'Accept',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
  'Content-Type',
  'Mcp-Protocol-Version',
  'Origin',
  'User-Agent',
];

/** Statuses of ours that CloudFront would otherwise keep for ten seconds and give to other callers. */
const KEPT_STATUSES = [400, 403, 404, 500];

export interface EdgeProps {
  readonly restApi: SpecRestApi;
  readonly domain: NonNullable<Settings['domain']>;
  /** What the distribution sends with every request, as a reference to where it is kept. */
  readonly originSecret: string;
  readonly versions: readonly ApiVersion[];
  readonly pages: Pages;
}

/**
 * One host in front of the API and the dashboard: a distribution that keeps nothing of the API, and behind it a domain
 * of API Gateway's own, where the stage is no part of the path. What is below a version is the API's, all else pages.
 */
export class Edge extends Construct {
  constructor(scope: Construct, id: string, { restApi, domain, originSecret, versions, pages }: EdgeProps) {
    super(scope, id);
    const origin = new DomainName(this, 'Origin', {
      domainName: domain.originName,
      certificate: Certificate.fromCertificateArn(this, 'OriginCertificate', domain.originCertificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    origin.addBasePathMapping(restApi, { stage: restApi.deploymentStage });
    const api: BehaviorOptions = {
      origin: new HttpOrigin(domain.originName, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret },
        readTimeout: Duration.seconds(30),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: forwarding(this),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: domain.name,
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domain.webAclArn === undefined ? {} : { webAclId: domain.webAclArn }),
      errorResponses: KEPT_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: pages.document,
      additionalBehaviors: {
        '/assets/*': pages.parts,
        ...Object.fromEntries(
          versions.flatMap(({ id: version }) => [
            [`/${version}`, api],
            [`/${version}/*`, api],
          ]),
        ),
      },
    });
    nameResource(origin, 'OriginDomain');
    nameResource(distribution, 'Distribution');
    acknowledgeFindings(distribution);
    const point = (name: string, value: string, description: string) =>
      new CfnOutput(this, name, { value, description }).overrideLogicalId(`Edge${name}`);
    point('Target', distribution.distributionDomainName, domain.name);
    point('OriginTarget', origin.domainNameAliasDomainName, domain.originName);
  }
}

function forwarding(scope: Construct): OriginRequestPolicy {
  const policy = new OriginRequestPolicy(scope, 'Forwarding', {
    headerBehavior: OriginRequestHeaderBehavior.allowList(...FORWARDED),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });
  nameResource(policy, 'ForwardingPolicy');
  return policy;
}

function acknowledgeFindings(distribution: Distribution): void {
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'The API is for callers of every country.' },
    { id: 'AwsSolutions-CFR2', reason: 'A web ACL is the choice of the account: webAclArn of the domain.' },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        "The API's own access log has every request to it that the distribution passes on; pages are public files.",
    },
  );
}
