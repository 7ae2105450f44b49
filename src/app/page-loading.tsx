import LoaderCircle from 'lucide-react/icons/loader-circle';

/** In the place of a page whose code is still on its way. */
export const PageLoading = () => (
  <div className="flex min-h-[60dvh] items-center justify-center">
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      Loading the page
    </p>
  </div>
);
