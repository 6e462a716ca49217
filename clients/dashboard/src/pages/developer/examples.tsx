import { useState } from 'react';
import { BASE_URL } from '../../api/client.ts';
import { Code } from '../../components/code.tsx';
import { SegmentedControl } from '../../components/controls.tsx';
import { Card } from '../../components/surfaces.tsx';

type Language = 'curl' | 'javascript' | 'python' | 'go';
const LANGUAGES = [
  ['curl', 'curl'],
  ['javascript', 'JavaScript'],
  ['python', 'Python'],
  ['go', 'Go'],
] as const;

interface Task {
  readonly heading: string;
  readonly text: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

const EXAMPLE_TASKS: readonly Task[] = [
  {
    heading: 'Find strategies',
    text: 'Strategies whose only asset is USDC, with low risk and an APY of at least 4%. To also find pools that hold USDC together with other assets, use the parameter underlying instead of the parameter asset.',
    path: '/strategies',
    query: { asset: 'USDC', risk_level: 'low', min_apy: '4' },
  },
  {
    heading: 'Get a recommendation',
    text: 'An allocation of 10,000 USD for 90 days.',
    path: '/strategies/recommended',
    query: { amount: '10000', risk_level: 'medium', horizon_days: '90' },
  },
  {
    heading: 'Follow the market',
    text: 'The largest changes of the last 7 days.',
    path: '/market/trends',
    query: { window: '7d' },
  },
];

const joinEntries = (
  query: Task['query'],
  formatEntry: (name: string, value: string) => string,
  separator: string,
) =>
  Object.entries(query)
    .map(([name, value]) => formatEntry(name, value))
    .join(separator);

const EXAMPLE_BUILDER_BY_LANGUAGE: Readonly<Record<Language, (task: Task) => string>> = {
  curl: ({ path, query }) =>
    `curl -H "X-API-KEY: $KEY" \\\n  "${BASE_URL}${path}?${new URLSearchParams(query)}"`,
  javascript: ({ path, query }) => `const query = new URLSearchParams(${JSON.stringify(query)});
const response = await fetch(\`${BASE_URL}${path}?\${query}\`, {
  headers: { 'X-API-KEY': process.env.KEY },
});
const { success, data, error } = await response.json();
if (!success) throw new Error(\`\${error.code}: \${error.message}\`);
console.log(data);`,
  python: ({ path, query }) => `import os
import requests

response = requests.get(
    "${BASE_URL}${path}",
    params={${joinEntries(query, (name, value) => `"${name}": "${value}"`, ', ')}},
    headers={"X-API-KEY": os.environ["KEY"]},
    timeout=30,
)
response.raise_for_status()
print(response.json()["data"])`,
  go: ({ path, query }) => `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	request, err := http.NewRequest("GET", "${BASE_URL}${path}?${new URLSearchParams(query)}", nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("X-API-KEY", os.Getenv("KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(body))
}`,
};

export function Examples() {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <div className="stack stack-wide">
      <Card
        heading="Before you begin"
        actions={
          <SegmentedControl label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
        }
      >
        <div className="stack">
          <p className="soft">Create a key. Store it in an environment variable, never in code.</p>
          <Code label="Setting the key" text="export KEY=yk_…" />
        </div>
      </Card>
      {EXAMPLE_TASKS.map((task) => (
        <Card key={task.path} heading={task.heading}>
          <div className="stack">
            <p className="soft">{task.text}</p>
            <Code
              label={`${task.heading} in ${language}`}
              text={EXAMPLE_BUILDER_BY_LANGUAGE[language](task)}
            />
          </div>
        </Card>
      ))}
    </div>
  );
}
