import { useQuery } from '@tanstack/react-query';
import { BASE_URL } from '../../api/client.ts';
import { aboutQuery } from '../../api/queries.ts';
import { Code } from '../../components/code.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { QueryResult } from '../../components/states.tsx';
import { Badge, Card, type Tone } from '../../components/surfaces.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { Time } from '../../components/time.tsx';

const TONE_BY_STATE: Readonly<Record<string, Tone>> = {
  Active: 'good',
  Maintenance: 'warn',
  Deprecated: 'bad',
};

export function VersionsPage() {
  const serviceInfoQuery = useQuery(aboutQuery);
  return (
    <Card heading="Versions" actions={<CopyCurlButton path="" />}>
      <div className="stack">
        <QueryResult query={serviceInfoQuery} height={120}>
          {({ data }) => (
            <TableScroll label="Versions of the API">
              <table className="table block-table">
                <thead>
                  <tr>
                    <th scope="col">Version</th>
                    <th scope="col">State</th>
                    <th scope="col">Released</th>
                    <th scope="col">Deprecated</th>
                    <th scope="col">Ends</th>
                  </tr>
                </thead>
                <tbody>
                  {data.versions.map((version) => (
                    <tr key={version.id}>
                      <th scope="row">{version.id}</th>
                      <td data-label="State">
                        <Badge tone={TONE_BY_STATE[version.state] ?? 'plain'}>{version.state}</Badge>
                      </td>
                      <td data-label="Released">
                        <Time at={version.released_on} />
                      </td>
                      <td data-label="Deprecated">
                        <Time at={version.deprecated_on} none="not deprecated" />
                      </td>
                      <td data-label="Ends">
                        <Time at={version.sunset_on} none="not planned" />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )}
        </QueryResult>
        <p className="soft">
          A deprecated version keeps working for at least six months. The base URL of all requests is:
        </p>
        <Code label="Base URL" text={BASE_URL} />
      </div>
    </Card>
  );
}
