import { expect, test } from 'vitest';
import {
  buildSecurityTxtContent,
  buildSecurityTxtMethod,
} from '../../infra/constructs/api/body/security-txt.ts';
import { findSecurityContact, settingsSchema } from '../../infra/settings.ts';

const CONTACT = 'mailto:security@yield.example';

test('security.txt has the fields that RFC 9116 requires', () => {
  for (const now of ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2028-02-29T12:00:00.000Z']) {
    const text = buildSecurityTxtContent(CONTACT, new Date(now));
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']),
    );
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
    expect(fields.get('Contact')).toBe(CONTACT);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse(now)) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  }
});

test('security.txt is served as plain text without a credential', () => {
  expect(buildSecurityTxtMethod(CONTACT, new Date('2026-01-01'))).toMatchObject({
    security: [],
    'x-amazon-apigateway-integration': {
      type: 'mock',
      responses: {
        default: {
          statusCode: '200',
          responseParameters: { 'method.response.header.Content-Type': "'text/plain; charset=utf-8'" },
        },
      },
    },
  });
});

test('security.txt has the contact of the stage, or an example contact on a test stage', () => {
  const settings = (given: object) => settingsSchema.parse(given);
  expect(findSecurityContact(settings({ environment: 'live', securityContact: CONTACT }))).toBe(CONTACT);
  expect(findSecurityContact(settings({ environment: 'live' }))).toBeUndefined();
  expect(findSecurityContact(settings({}))).toBe('mailto:security@example.com');
  for (const securityContact of ['security@example.com', 'mailto:a$b@example.com', 'http://example.com']) {
    expect(settingsSchema.safeParse({ securityContact }).success).toBe(false);
  }
});
