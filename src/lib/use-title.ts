import { useEffect } from 'react';

const PRODUCT = 'Evenline';

/** Title of the browser tab: "62¢ France · Evenline". Undefined leaves the product's name alone. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}
