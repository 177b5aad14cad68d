package main

import (
	"encoding/json"
	"path"
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type structField struct {
	GoKind    string `json:"goKind"`
	GoName    string `json:"goName"`
	GoType    string `json:"goType"`
	Inline    bool   `json:"inline"`
	JSON      string `json:"json"`
	Omitempty bool   `json:"omitempty"`
}

// structs are the fields of every struct that can be reached from some kinds, by the struct's name.
type structs map[string][]structField

var (
	unmarshaler = reflect.TypeFor[json.Unmarshaler]()
	typeMeta    = reflect.TypeFor[metav1.TypeMeta]()
)

func structsOf(kinds map[string]reflect.Type) structs {
	found := structs{}
	for _, one := range kinds {
		found.add(one, one.PkgPath())
	}
	return found
}

// add describes a struct and those inside it, but not those of other packages that read JSON in their own way.
func (found structs) add(one reflect.Type, home string) {
	switch one.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		found.add(one.Elem(), home)
		return
	case reflect.Struct:
	default:
		return
	}
	name := nameOf(one, home)
	isOpaque := one.PkgPath() != home && reflect.PointerTo(one).Implements(unmarshaler)
	if _, known := found[name]; known || one == typeMeta || isOpaque {
		return
	}
	fields := []structField{}
	found[name] = fields
	for i := range one.NumField() {
		field := one.Field(i)
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		isInline := field.Anonymous && tag == ""
		if tag == "" && !isInline { // encoding/json takes the field's own name
			tag = field.Name
		}
		fields = append(fields, structField{
			GoKind:    kindOf(field.Type),
			GoName:    field.Name,
			GoType:    nameOf(field.Type, home),
			Inline:    isInline,
			JSON:      tag,
			Omitempty: strings.Contains(options, "omitempty"),
		})
		found.add(field.Type, home)
	}
	found[name] = fields
}

// nameOf names a type as its package would: a type of another package with the last two parts of its path.
func nameOf(one reflect.Type, home string) string {
	switch {
	case one.Name() == "" && one.Kind() == reflect.Pointer:
		return "*" + nameOf(one.Elem(), home)
	case one.Name() == "" && one.Kind() == reflect.Slice:
		return "[]" + nameOf(one.Elem(), home)
	case one.Name() == "" && one.Kind() == reflect.Map:
		return "map[" + nameOf(one.Key(), home) + "]" + nameOf(one.Elem(), home)
	case one.PkgPath() == "" || one.PkgPath() == home:
		return one.Name()
	}
	directory, last := path.Split(one.PkgPath())
	return path.Join(path.Base(directory), last) + "." + one.Name()
}

func kindOf(one reflect.Type) string {
	switch one.Kind() {
	case reflect.Pointer:
		return "*" + kindOf(one.Elem())
	case reflect.Slice:
		return "[]" + kindOf(one.Elem())
	case reflect.Map:
		return "map[" + kindOf(one.Key()) + "]" + kindOf(one.Elem())
	}
	return one.Kind().String()
}
