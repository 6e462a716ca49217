import type { ReactNode } from 'react';
import { Link } from '../routing/link.tsx';
import { PageHead } from './surfaces.tsx';

/** A part of a page in parts: the last segment of its address, its name, and what it shows. */
export type Section = readonly [path: string, text: string, element: ReactNode];

interface SectionsProps {
  readonly name: string;
  readonly lead: string;
  /** The address that the parts' segments are added to. */
  readonly base: string;
  readonly sections: readonly Section[];
  /** The segment that was asked for; the first part where there is none such. */
  readonly section: string;
}

/** A page in parts that have addresses of their own. */
export function Sections({ name, lead, base, sections, section }: SectionsProps) {
  const [current, heading, element] = sections.find(([path]) => path === section) ?? sections[0] ?? [];
  return (
    <>
      <PageHead
        heading={
          <>
            {name} <span className="hidden-visually">{heading}</span>
          </>
        }
        lead={lead}
      />
      <nav className="subnav" aria-label={name}>
        {sections.map(([path, text]) => (
          <Link key={path} to={`${base}/${path}`} aria-current={path === current ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {element}
    </>
  );
}
