import type { ReactNode } from 'react';
import { Panel, PanelBody, PanelHeader, PanelTitle } from '@/ui/panel.tsx';

/** Settings of one subject. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel aria-label={title}>
    <PanelHeader>
      <PanelTitle>{title}</PanelTitle>
    </PanelHeader>
    <PanelBody className="flex flex-col gap-4">{children}</PanelBody>
  </Panel>
);

/** One of them, with what it does. */
export function Setting({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        {hint !== undefined && <div className="mt-0.5 text-muted text-sm">{hint}</div>}
      </div>
      {children}
    </div>
  );
}
