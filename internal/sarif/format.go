// Package sarif reads and writes findings in the Static Analysis Results Interchange
// Format (SARIF), version 2.1.0. It covers only the parts of the format that concern
// findings.
package sarif

import "encoding/json"

const (
	version = "2.1.0"
	schema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// root is the base of paths: the root of the repository.
	root = "%SRCROOT%"
	// fingerprintKey is the name of Vigil's fingerprint.
	fingerprintKey = "vigil/v1"
)

type run struct {
	Tool           tool                        `json:"tool"`
	OriginalBases  map[string]artifactLocation `json:"originalUriBaseIds,omitempty"`
	Invocations    []invocation                `json:"invocations,omitempty"`
	Artifacts      []artifact                  `json:"artifacts,omitempty"`
	VersionControl []versionControl            `json:"versionControlProvenance,omitempty"`
	Taxonomies     []component                 `json:"taxonomies,omitempty"`
	ColumnKind     string                      `json:"columnKind,omitempty"`
}

// writtenRun adds Vigil's own properties.
type writtenRun struct {
	run
	Properties *runProperties `json:"properties,omitempty"`
}

type runProperties struct {
	Gate any `json:"vigil/gate"`
}

type tool struct {
	Driver     component   `json:"driver"`
	Extensions []component `json:"extensions,omitempty"`
}

// component is a tool, an extension, or a taxonomy.
type component struct {
	Name            string `json:"name"`
	Version         string `json:"version,omitempty"`
	SemanticVersion string `json:"semanticVersion,omitempty"`
	InformationURI  string `json:"informationUri,omitempty"`
	Rules           []rule `json:"rules,omitempty"`
	Taxa            []rule `json:"taxa,omitempty"`
}

type rule struct {
	ID               string         `json:"id"`
	Name             string         `json:"name,omitempty"`
	ShortDescription *message       `json:"shortDescription,omitempty"`
	FullDescription  *message       `json:"fullDescription,omitempty"`
	Help             *message       `json:"help,omitempty"`
	HelpURI          string         `json:"helpUri,omitempty"`
	Configuration    *configuration `json:"defaultConfiguration,omitempty"`
	Relationships    []relationship `json:"relationships,omitempty"`
	Properties       properties     `json:"properties,omitzero"`
}

type configuration struct {
	Level string `json:"level,omitempty"`
}

type relationship struct {
	Target reference `json:"target"`
}

// reference names a rule or a taxon.
type reference struct {
	ID        string     `json:"id,omitempty"`
	Index     *int       `json:"index,omitempty"`
	Component *reference `json:"toolComponent,omitempty"`
	Name      string     `json:"name,omitempty"`
}

// properties are those that many tools agree on. Others are ignored.
type properties struct {
	Tags             []string `json:"tags,omitempty"`
	Precision        string   `json:"precision,omitempty"`
	SecuritySeverity number   `json:"security-severity,omitempty"`
	CVSS             string   `json:"cvss,omitempty"`
	CWE              texts    `json:"cwe,omitempty"`
	Type             string   `json:"type,omitempty"`
	Confidence       number   `json:"confidence,omitempty"`
}

type message struct {
	Text      string   `json:"text,omitempty"`
	Markdown  string   `json:"markdown,omitempty"`
	ID        string   `json:"id,omitempty"`
	Arguments []string `json:"arguments,omitempty"`
}

type result struct {
	RuleID              string            `json:"ruleId,omitempty"`
	RuleIndex           *int              `json:"ruleIndex,omitempty"`
	Rule                *reference        `json:"rule,omitempty"`
	Kind                string            `json:"kind,omitempty"`
	Level               string            `json:"level,omitempty"`
	Message             message           `json:"message"`
	Locations           []location        `json:"locations,omitempty"`
	CodeFlows           []codeFlow        `json:"codeFlows,omitempty"`
	Fingerprints        map[string]string `json:"fingerprints,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints,omitempty"`
	BaselineState       string            `json:"baselineState,omitempty"`
	Suppressions        []suppression     `json:"suppressions,omitempty"`
	Taxa                []reference       `json:"taxa,omitempty"`
	Properties          properties        `json:"properties,omitzero"`
}

// writtenResult adds Vigil's own properties, which are not read.
type writtenResult struct {
	result
	Properties writtenProperties `json:"properties,omitzero"`
}

type writtenProperties struct {
	properties
	ModelReview any `json:"vigil/model_review,omitempty"`
}

type location struct {
	Physical physicalLocation  `json:"physicalLocation,omitzero"`
	Logical  []logicalLocation `json:"logicalLocations,omitempty"`
	Message  *message          `json:"message,omitempty"`
}

type physicalLocation struct {
	Artifact artifactLocation `json:"artifactLocation,omitzero"`
	Region   region           `json:"region,omitzero"`
	Context  region           `json:"contextRegion,omitzero"`
}

type logicalLocation struct {
	Name          string `json:"name,omitempty"`
	QualifiedName string `json:"fullyQualifiedName,omitempty"`
}

type artifactLocation struct {
	URI     string `json:"uri,omitempty"`
	Base    string `json:"uriBaseId,omitempty"`
	Index   *int   `json:"index,omitempty"`
	Comment any    `json:"description,omitempty"`
}

type artifact struct {
	Location artifactLocation `json:"location"`
}

type region struct {
	StartLine   int    `json:"startLine,omitempty"`
	StartColumn int    `json:"startColumn,omitempty"`
	EndLine     int    `json:"endLine,omitempty"`
	EndColumn   int    `json:"endColumn,omitempty"`
	Snippet     *text  `json:"snippet,omitempty"`
	CharOffset  *int64 `json:"charOffset,omitempty"`
}

type text struct {
	Text string `json:"text,omitempty"`
}

type codeFlow struct {
	ThreadFlows []threadFlow `json:"threadFlows"`
}

type threadFlow struct {
	Locations []flowLocation `json:"locations"`
}

type flowLocation struct {
	Location location `json:"location"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status,omitempty"`
	Justification string `json:"justification,omitempty"`
}

type invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	Notifications []notification `json:"toolExecutionNotifications,omitempty"`
}

type notification struct {
	Level     string     `json:"level,omitempty"`
	Message   message    `json:"message"`
	Locations []location `json:"locations,omitempty"`
}

type versionControl struct {
	URI      string           `json:"repositoryUri"`
	Revision string           `json:"revisionId,omitempty"`
	Branch   string           `json:"branch,omitempty"`
	MappedTo artifactLocation `json:"mappedTo,omitzero"`
}

// number is a number that some tools write as a string.
type number string

func (n *number) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case string:
		*n = number(v)
	case float64:
		*n = number(b)
	}
	return nil
}

// texts is a list that some tools write as one string. Other types are ignored.
type texts []string

func (t *texts) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	all, isList := v.([]any)
	if !isList {
		all = []any{v}
	}
	*t = nil
	for _, item := range all {
		if s, ok := item.(string); ok {
			*t = append(*t, s)
		}
	}
	return nil
}
