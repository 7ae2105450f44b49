/** A line between the tabs of this browser. One that keeps no site data may refuse it: then nobody hears. @returns says */
export function betweenTabs<T>(name: string, heard: (message: T) => void): (message: T) => void {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<T>) => heard(data);
    return (message) => channel.postMessage(message);
  } catch {
    return () => undefined;
  }
}
