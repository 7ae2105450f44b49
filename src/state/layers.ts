import { create } from 'zustand';

type Layer = 'palette' | 'help' | 'more';

interface Layers {
  open: Layer | null;
  show: (layer: Layer) => void;
  close: () => void;
}

/** Which of the app's own layers is open: at most one. */
export const useLayers = create<Layers>((set) => ({
  open: null,
  show: (layer) => set({ open: layer }),
  close: () => set({ open: null }),
}));
