// Runs before the first paint, so a light-theme reader never sees a dark flash. A file of its own because
// the content security policy allows no inline script. The settings page writes the same two keys.
(() => {
  const stored = (key) => {
    try {
      return (localStorage.getItem(key) ?? '').replaceAll('"', '');
    } catch {
      return ''; // storage can be forbidden; the defaults below still give a readable page
    }
  };
  const root = document.documentElement;
  const theme = stored('evenline.theme');
  const systemIsLight = matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : systemIsLight ? 'light' : 'dark';
  const palette = stored('evenline.palette');
  root.dataset.palette = palette === 'blue-orange' || palette === 'red-up' ? palette : 'default';
})();
