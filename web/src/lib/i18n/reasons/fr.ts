const reasons: Record<string, string> = {};
export default reasons;
