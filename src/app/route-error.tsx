import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { AppError } from '@/api/app-error.ts';
import { isMissingCode } from '@/lib/fetch-code.ts';
import { ErrorState } from '@/ui/error-state.tsx';

/** A page that failed; the frame around it keeps working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (isMissingCode(error)) {
    return (
      <div className="flex min-h-[60dvh] flex-col justify-center">
        <ErrorState title="Couldn’t load this page" onRetry={retry}>
          The connection failed, or Evenline was updated since you opened it: then{' '}
          <button
            type="button"
            className="rounded-xs underline underline-offset-2"
            onClick={() => location.reload()}
          >
            reload it
          </button>
          .
        </ErrorState>
      </div>
    );
  }
  const known = error instanceof AppError;
  return (
    <div className="flex min-h-[60dvh] flex-col justify-center">
      <ErrorState
        title={known ? error.message : 'This page has crashed'}
        {...(known ? { error } : { detail: String(error) })}
        onRetry={retry}
      >
        {!known && 'Nothing was sent or signed by this. Other pages keep working.'}
      </ErrorState>
    </div>
  );
}
