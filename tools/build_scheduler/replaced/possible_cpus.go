// In the place of doc.go of Kubernetes' securitycontext, which has no code. 1.31 links that package, and has the function
// for Linux, macOS and Windows only: it says from which CPUs a kubelet hides what they report. There is no kubelet here.
package securitycontext

func possibleCPUs() []int { return nil }
