import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { AppError } from '@/api/app-error.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/error-state.tsx';

/** A part of the app that no longer exists on the server: a newer build was deployed while this page was open. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload/i.test(error.message);

/** A page that failed; the frame around it keeps working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isMissingChunk(error)) {
    return (
      <div className="flex min-h-[60dvh] flex-col justify-center">
        <ErrorState title="This page could not be loaded">
          <p>The connection failed, or Evenline was updated since you opened it.</p>
          <Button className="mt-3" size="sm" onClick={() => location.reload()}>
            Load again
          </Button>
        </ErrorState>
      </div>
    );
  }
  const known = error instanceof AppError;
  return (
    <div className="flex min-h-[60dvh] flex-col justify-center">
      <ErrorState
        title={known ? error.message : 'This page has failed'}
        {...(known ? { error } : { detail: String(error) })}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      >
        {!known && 'Nothing was sent or signed by this. Other pages keep working.'}
      </ErrorState>
    </div>
  );
}
