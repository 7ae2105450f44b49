import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ParlayPage } from '@/features/parlay/parlay-page.tsx';

export const Route = createFileRoute('/parlay')({ component: Parlay });

function Parlay() {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const navigate = Route.useNavigate();
  return (
    <ParlayPage
      fragment={fragment}
      onFragmentDone={() => void navigate({ to: '/parlay', hash: '', replace: true, resetScroll: false })}
    />
  );
}
